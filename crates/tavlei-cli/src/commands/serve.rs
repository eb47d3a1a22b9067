//! `tavlei serve`: a board in the browser.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;

use crate::args::quiet;
use crate::output::Done;
use crate::web;

#[derive(Debug, Args)]
#[command(
    arg = quiet(),
    after_help = "Examples:\n  tavlei serve\n  tavlei serve --port 8080\n  tavlei serve --bind 0.0.0.0 --host board.example"
)]
pub(crate) struct ServeArgs {
    /// Listen on this port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 7777)]
    pub(crate) port: u16,
    /// Listen on this address; only a loopback address keeps others out
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) bind: IpAddr,
    /// Also answer under this name, if --bind lets others in
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
}

pub(crate) fn run(args: &ServeArgs) -> Done {
    web::serve(args.bind, args.port, &args.host)
}
