//! Programs that a file names: nobody's programs are started because a file says so.

use std::io::{self, BufRead as _, IsTerminal as _};

use crate::cli::{self, Usage};

/// Asks whether the programs among the players may be started. Without a terminal they need `--allow-programs`.
pub(super) fn permit(players: &[String], allowed: bool) -> anyhow::Result<()> {
    let named: Vec<&str> = programs(players).collect();
    if named.is_empty() || allowed {
        return Ok(());
    }
    let list = named.join(", ");
    if !io::stdin().is_terminal() {
        let words = format!("the file names programs to start ({list}); add --allow-programs if they are yours");
        return Err(Usage::new(words).into());
    }
    cli::print_status(&format!("The file names programs to start: {list}\nStart them? [y/N]"));
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        Ok(())
    } else {
        Err(Usage::new("the programs are not started").into())
    }
}

fn programs(players: &[String]) -> impl Iterator<Item = &str> {
    let named = players.iter().map(|player| player.trim());
    named.filter(|player| player.starts_with("uci:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_asked_about_and_bots_are_not() {
        let players = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let [bots, mixed] = [players(&["hard", "elo:1500"]), players(&["hard", " uci:/bin/evil?x=1"])];
        assert_eq!(programs(&bots).count(), 0);
        assert_eq!(programs(&mixed).collect::<Vec<_>>(), ["uci:/bin/evil?x=1"]);
        assert!(permit(&bots, false).is_ok());
        assert!(permit(&mixed, true).is_ok());
    }
}
