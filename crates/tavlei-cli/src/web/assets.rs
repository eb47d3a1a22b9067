//! The embedded files: the page, its styles and its scripts.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

/// A file: its path, its type and its content.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const FILES: [File; 7] = [
    ("/", HTML, include_str!("../../assets/index.html")),
    ("/board.css", CSS, include_str!("../../assets/board.css")),
    ("/app.js", SCRIPT, include_str!("../../assets/app.js")),
    ("/board.js", SCRIPT, include_str!("../../assets/board.js")),
    ("/words.js", SCRIPT, include_str!("../../assets/words.js")),
    ("/server.js", SCRIPT, include_str!("../../assets/server.js")),
    ("/favicon.svg", "image/svg+xml", include_str!("../../assets/favicon.svg")),
];

pub(super) fn routes() -> Router {
    FILES.iter().fold(Router::new(), |router, &(path, kind, content)| {
        let answer =
            move || async move { ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], content).into_response() };
        router.route(path, get(answer))
    })
}
