//! Requests that are refused whatever they ask, and the headers of every answer.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// No script, style or picture comes from anywhere else, and no page shows this one in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names under which the server answers. A page elsewhere that has its own name resolve to this machine is refused.
#[derive(Debug)]
pub(super) struct Hosts(Vec<String>);

impl Hosts {
    /// The names of this machine that lead to the address, and those that are allowed beside them.
    pub(super) fn new(address: SocketAddr, names: &[String]) -> Self {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        hosts.extend(names.iter().flat_map(|name| [name.clone(), format!("{name}:{port}")]));
        // A browser leaves out the port that is the usual one.
        if port == 80 {
            let bare = hosts.iter().filter_map(|host| host.strip_suffix(":80").map(str::to_owned));
            hosts.extend(bare.collect::<Vec<_>>());
        }
        hosts.iter_mut().for_each(|host| host.make_ascii_lowercase());
        Self(hosts)
    }

    fn allows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.0.contains(&host)
    }

    /// Returns the reason why a request is refused, from its headers.
    fn refuse(&self, headers: &HeaderMap) -> Option<&'static str> {
        // Two of them are two opinions, and the wrong one might be believed.
        if [HOST, ORIGIN].iter().any(|name| headers.get_all(name).iter().nth(1).is_some()) {
            return Some("a header is given twice (Host, Origin)");
        }
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        if !text(HOST).is_some_and(|host| self.allows(host)) {
            return Some("this server does not answer under that name (Host)");
        }
        let is_own = |origin: &str| origin.split_once("://").is_some_and(|(_, host)| self.allows(host));
        if text(ORIGIN).is_some_and(|origin| !is_own(origin)) {
            return Some("another site asks (Origin)");
        }
        if text(HeaderName::from_static("sec-fetch-site")) == Some("cross-site") {
            return Some("another site asks (Sec-Fetch-Site)");
        }
        None
    }
}

/// Answers a request unless it is refused, and adds the headers that keep a browser from harm.
pub(super) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match hosts.refuse(request.headers()) {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    for name in ["cross-origin-resource-policy", "cross-origin-opener-policy"] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static("same-origin"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuses(port: u16, headers: &[(HeaderName, &'static str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, HeaderValue::from_static(value));
        }
        Hosts::new(SocketAddr::from(([127, 0, 0, 1], port)), &[]).refuse(&map).is_some()
    }

    #[test]
    fn the_usual_port_may_be_left_out_and_no_other() {
        for host in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST", "localhost:80"] {
            assert!(!refuses(80, &[(HOST, host)]), "{host}");
        }
        assert!(refuses(7777, &[(HOST, "localhost")]));
        assert!(!refuses(80, &[(HOST, "localhost"), (ORIGIN, "http://localhost")]));
        assert!(refuses(80, &[(HOST, "evil.example")]));
    }

    #[test]
    fn two_hosts_or_origins_are_refused() {
        assert!(refuses(80, &[(HOST, "localhost"), (HOST, "evil.example")]));
        assert!(refuses(80, &[(HOST, "localhost"), (ORIGIN, "http://localhost"), (ORIGIN, "http://evil.example")]));
    }
}
