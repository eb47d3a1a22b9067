// Asks the server. A refusal is an error whose message is for people.
export async function ask(path, request, signal) {
  const response = await fetch(`/api/${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request), signal,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}
