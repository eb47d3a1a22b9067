// Asks the server. A refusal is an error whose message is for people, or the name of a text.
export async function ask(path, request, signal) {
  let response;
  let answer;
  try {
    response = await fetch(`/api/${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request), signal,
    });
    answer = await response.json();
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Error(response ? 'unread' : 'unreached');
  }
  if (!response.ok) throw new Error(response.status === 503 ? 'busy' : answer.error ?? response.statusText);
  return answer;
}
