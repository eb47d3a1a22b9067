//! The JSON interface: a game comes with every request, and nothing is kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde::Serialize;
use tavlei::game::Notation;
use tavlei::game::text::Escaped;
use tavlei::{ashtarashki, proryv, towers};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::state::{Asked, Refused, record, recorded, state, written};
use super::think::{Thinker, analysis};

/// The longest request, in bytes.
const MAX_BODY: usize = 64 << 10;

/// The time for a whole request to arrive.
const ARRIVAL: Duration = Duration::from_secs(5);

/// The time that a request waits for others that think.
const QUEUE: Duration = Duration::from_secs(5);

/// The JSON of an answer, or why there is none.
type Answered = Result<String, Refused>;

/// Runs an expression with the position type of the game that a request names.
macro_rules! ask {
    ($name:expr, $G:ident => $do:expr) => {
        match $name {
            towers::Position::NAME => {
                type $G = towers::Position;
                $do
            }
            ashtarashki::Position::NAME => {
                type $G = ashtarashki::Position;
                $do
            }
            proryv::Position::NAME => {
                type $G = proryv::Position;
                $do
            }
            other => Err(format!("there is no game ‘{}’", Escaped(other))),
        }
    };
}

pub(super) fn routes() -> Router {
    Router::new()
        .route(
            "/api/state",
            post(|request| quick(request, |asked| ask!(asked.game.as_str(), G => json(state::<G>(asked)?)))),
        )
        .route("/api/read", post(|request| quick(request, read)))
        .route(
            "/api/write",
            post(|request| quick(request, |asked| ask!(asked.game.as_str(), G => json(written::<G>(asked)?)))),
        )
        .route("/api/think", post(|request| long(request, think)))
        .route(
            "/api/analyse",
            post(|request| {
                long(request, |asked, stop| ask!(asked.game.as_str(), G => json(analysis::<G>(asked, stop)?)))
            }),
        )
}

fn json(answer: impl Serialize) -> Answered {
    serde_json::to_string(&answer).map_err(|error| error.to_string())
}

fn think(asked: &Asked, stop: &Arc<AtomicBool>) -> Answered {
    ask!(asked.game.as_str(), G => json(G::think(asked, stop)?))
}

/// Reads a record: of the game that it names, or else of the one that the page shows.
fn read(asked: &Asked) -> Answered {
    let record = record(&asked.record)?;
    let name = record.game().map_or_else(|| asked.game.clone(), str::to_ascii_lowercase);
    ask!(name.as_str(), G => json(recorded::<G>(&record)?))
}

/// Answers what takes no time.
async fn quick(request: Request, work: fn(&Asked) -> Answered) -> Response {
    match asked(request).await {
        Ok(asked) => in_turn(&AT_ONCE, move || work(&asked)).await,
        Err(refused) => refused,
    }
}

/// Answers what takes long: as much at once as the machine has cores, and only as long as somebody waits for it.
async fn long(request: Request, work: fn(&Asked, &Arc<AtomicBool>) -> Answered) -> Response {
    let asked = match asked(request).await {
        Ok(asked) => asked,
        Err(refused) => return refused,
    };
    let stop = StopWhenDropped(Arc::default());
    let flag = Arc::clone(&stop.0);
    in_turn(&SEARCHES, move || work(&asked, &flag)).await
}

/// Places for work at once: as many as the machine has cores.
static SEARCHES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| places(1));

/// Places for what takes no time: searches do not keep it waiting, and hundreds of requests at once need no hundreds of
/// threads.
static AT_ONCE: LazyLock<Arc<Semaphore>> = LazyLock::new(|| places(2));

fn places(each_core: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from).saturating_mul(each_core)))
}

/// Works as soon as there is a place.
async fn in_turn(places: &Arc<Semaphore>, work: impl FnOnce() -> Answered + Send + 'static) -> Response {
    let Ok(Ok(permit)) = timeout(QUEUE, Arc::clone(places).acquire_owned()).await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "others are thinking; please try again");
    };
    let answered = tokio::task::spawn_blocking(move || {
        let answered = work();
        drop(permit);
        answered
    });
    response(answered.await.ok())
}

/// Stops a search when the request for it is dropped: nobody waits for the answer.
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The request, if it is one: JSON, not too long, and here in time.
async fn asked(request: Request) -> Result<Asked, Response> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected application/json"));
    }
    let Ok(body) = timeout(ARRIVAL, to_bytes(request.into_body(), MAX_BODY)).await else {
        return Err(refuse(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time"));
    };
    let body = body.map_err(|_| refuse(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long or broken off"))?;
    serde_json::from_slice(&body).map_err(|error| refuse(StatusCode::BAD_REQUEST, &error.to_string()))
}

fn response(answered: Option<Answered>) -> Response {
    match answered {
        Some(Ok(json)) => reply(StatusCode::OK, json),
        Some(Err(reason)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &reason),
        None => refuse(StatusCode::INTERNAL_SERVER_ERROR, "the work was broken off"),
    }
}

fn refuse(status: StatusCode, reason: &str) -> Response {
    reply(status, serde_json::json!({ "error": reason }).to_string())
}

fn reply(status: StatusCode, json: String) -> Response {
    (status, [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], json).into_response()
}
