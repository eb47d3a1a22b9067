//! The board in the browser: a server of a few embedded files and a JSON interface without state.

mod api;
mod assets;
mod guard;
mod pieces;
mod state;
mod think;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use self::guard::Hosts;
use crate::interrupt::is_interrupted;
use crate::output::{Done, Failure, line};

/// The connections that are open at once; further ones are closed.
const CONNECTIONS: usize = 256;

/// The time for the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// The time after which a connection takes no further request.
const CONNECTION: Duration = Duration::from_secs(120);

/// The time for the last request of a connection to be answered.
const LAST: Duration = Duration::from_secs(30);

/// The time between two looks at the signals.
const TICK: Duration = Duration::from_millis(100);

/// Serves until a signal ends it.
pub(crate) fn serve(address: IpAddr, port: u16, names: &[String]) -> Done {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failure)?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(SocketAddr::new(address, port)).await.map_err(failure)?;
        let address = listener.local_addr().map_err(failure)?;
        line(format_args!("http://{address}/ (Ctrl-C ends it)"))?;
        accept(&listener, &router(Hosts::new(address, names))).await;
        Ok(())
    });
    // Searches that are under way are not waited for.
    runtime.shutdown_background();
    served
}

fn failure(error: io::Error) -> Failure {
    Failure::Input(format!("the server: {error}"))
}

/// All that is answered, and what is refused before.
fn router(hosts: Hosts) -> Router {
    assets::routes().merge(api::routes()).layer(axum::middleware::from_fn_with_state(Arc::new(hosts), guard::check))
}

/// Accepts connections until a signal comes.
async fn accept(listener: &TcpListener, router: &Router) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    while !is_interrupted() {
        let Ok(accepted) = timeout(TICK, listener.accept()).await else { continue };
        // A connection that fails before it is accepted, or too many open files: the next may do better.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(TICK).await;
            continue;
        };
        if let Ok(permit) = Arc::clone(&room).try_acquire_owned() {
            let router = router.clone();
            tokio::spawn(async move {
                answer(stream, router).await;
                drop(permit);
            });
        }
    }
}

/// Answers the requests of one connection. A request that is under way when its time is over is still answered.
async fn answer(stream: TcpStream, router: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    // What is wrong with a connection ends it, and is nobody else's business.
    if timeout(CONNECTION, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST, connection).await;
    }
}
