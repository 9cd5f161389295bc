package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// The settings of the service's own connections.
const settings = "-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC -c " + writesItself

// superuser is a role without row security.
const superuser = "vitrine"

// pgbench runs a script, with prepared statements.
func (b *bench) pgbench(ctx context.Context, sql, role string, clients int, length time.Duration, flags ...string) (*exec.Cmd, error) {
	script, err := b.script("statement.sql", sql)
	if err != nil {
		return nil, err
	}
	args := append([]string{"-n", "-M", "prepared", "-j2", "-c" + strconv.Itoa(clients), "-T" + strconv.Itoa(seconds(length)), "-f", script}, flags...)
	cmd := exec.CommandContext(ctx, "pgbench", append(args, b.database.url)...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "PGOPTIONS="+settings+" -c role="+role)
	return cmd, nil
}

// progress is pgbench's report of every second.
var progress = regexp.MustCompile(`^progress: ([\d.]+) s, ([\d.]+) tps`)

// engine measures a statement. pgbench's connections are new in each run, so
// the measurement lasts from its first report, after a second, to a later one:
// by then plans are prepared, and no connection ends in between.
func (b *bench) engine(ctx context.Context, sql, role string) (sample, error) {
	if err := b.calm(ctx); err != nil {
		return sample{}, err
	}
	cmd, err := b.pgbench(ctx, sql, role, b.connections, b.length+2*time.Second, "-P1", "--progress-timestamp")
	if err != nil {
		return sample{}, err
	}
	said, err := cmd.StderrPipe()
	if err != nil {
		return sample{}, err
	}
	if err := cmd.Start(); err != nil {
		return sample{}, err
	}
	moments, text, err := b.listen(cmd.Process.Pid, said)
	if ended := cmd.Wait(); ended != nil {
		return sample{}, fmt.Errorf("pgbench: %w: %s", ended, text)
	}
	if err == nil && len(moments) <= seconds(b.length) {
		err = fmt.Errorf("pgbench said too little of what it did: %s", text)
	}
	if err != nil {
		return sample{}, err
	}
	from, to := moments[0], moments[seconds(b.length)]
	measured := to.spent.each(from.spent, to.done-from.done, time.Duration((to.at-from.at)*float64(time.Second)))
	measured.service = 0 // not involved
	return measured, nil
}

// moment is pgbench's progress at a report.
type moment struct {
	at, done float64 // seconds, transactions
	spent    spent
}

// listen reads the counters at each report of pgbench.
func (b *bench) listen(pid int, said io.Reader) (moments []moment, text string, err error) {
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		m := progress.FindStringSubmatch(lines.Text())
		if m == nil {
			text += lines.Text() + "\n"
			continue
		}
		now := moment{at: number(m[1])}
		if n := len(moments); n > 0 {
			now.done = moments[n-1].done + number(m[2])*(now.at-moments[n-1].at)
		}
		if now.spent, err = b.spent(pid); err != nil {
			return nil, text, err
		}
		moments = append(moments, now)
	}
	return moments, text, lines.Err()
}

func number(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64) // the pattern matches only numbers
	return n
}
