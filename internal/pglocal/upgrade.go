package pglocal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Transfer moves the content of one database into another. PostgreSQL's own tools
// cannot: docs/backup.md says why.
type Transfer struct {
	Save func(ctx context.Context, url, file string) error // writes every row to a file
	Load func(ctx context.Context, url, file string) error // fills an empty database, and compares every row
}

// upgrade moves the data to a newer major version. The new version never opens the
// old data: it gets a directory of its own, which takes the place of the old one
// when it is complete, compared and on the disk. Killed at any moment, either the
// old data or the new is in place, or settle puts it there.
type upgrade struct {
	*Directory
	from, to programs
	Transfer
	say Say
}

// Upgrade moves the data to the PostgreSQL that this machine prefers, if that is
// newer than the running one, and returns the server to go on with. If that fails,
// it is the old one, with the old data.
func (s *Server) Upgrade(ctx context.Context, by Transfer, say Say) (*Server, error) {
	to, found := newer(s.runs.major)
	if !found {
		return s, s.dir.forgetFailure()
	}
	u := &upgrade{s.dir, s.runs, to, by, say}
	say("Upgrading the data from PostgreSQL %d to %d. Nothing is served meanwhile.", u.from.major, to.major)
	err := u.build(ctx, s)
	if err == nil {
		err = u.swap()
	}
	var next *Server
	if err == nil {
		next, err = u.begin(ctx, to)
	}
	if err != nil {
		return u.goOn(ctx, s, err)
	}
	say("The data is now that of PostgreSQL %d.", to.major)
	if err := errors.Join(u.forgetFailure(), u.clear()); err != nil {
		say("Something of the upgrade is left behind until the next start: %v", err)
	}
	return next, nil
}

// build makes a complete copy of the data, in a directory of its name.
func (u *upgrade) build(ctx context.Context, old *Server) error {
	if kept := u.kept(u.from.major); exists(kept) {
		return fmt.Errorf("%s is there already, of an earlier upgrade: remove it or move it away", kept)
	}
	if err := u.checkRoom(); err != nil {
		return err
	}
	if err := os.MkdirAll(u.saved(), 0o700); err != nil {
		return err
	}
	file := filepath.Join(u.saved(), "rows.backup")
	if err := u.Save(ctx, old.URL, file); err != nil {
		return fmt.Errorf("the rows cannot be saved: %w", err)
	}
	u.say("  The rows are saved.")
	if err := old.shut(ctx); err != nil {
		return err
	}
	u.say("  PostgreSQL %d is stopped.", u.from.major)
	s, err := u.server(u.to, u.draft())
	if err == nil {
		err = s.initialise(ctx, u.draft())
	}
	if err != nil {
		return err
	}
	u.say("  A database of PostgreSQL %d is made.", u.to.major)
	if err := u.fill(ctx, s, file); err != nil {
		return err
	}
	u.say("  It has every row.")
	return u.finish(ctx, s)
}

// quick is for a server whose data would be made anew after a crash. Little
// write-ahead log is kept, so that twice the size of the data is room enough.
var quick = []string{"fsync=off", "full_page_writes=off", "min_wal_size=32MB", "max_wal_size=32MB", "checkpoint_warning=0"}

func (u *upgrade) fill(ctx context.Context, s *Server, file string) error {
	if err := s.start(ctx, quick...); err != nil {
		return err
	}
	defer s.Stop() // if it is still running
	if err := u.Load(ctx, s.URL, file); err != nil {
		return fmt.Errorf("PostgreSQL %d cannot take the rows over: %w", u.to.major, err)
	}
	return s.shut(ctx)
}

// finish writes the new data to the disk, and gives it the name that says so.
func (u *upgrade) finish(ctx context.Context, s *Server) error {
	if out, err := s.program(ctx, "initdb", "--sync-only", "-D", u.draft()).CombinedOutput(); err != nil {
		return fmt.Errorf("the new data cannot be written to the disk (%w):\n%s", err, out)
	}
	if err := u.rename(u.draft(), u.whole(u.to.major)); err != nil {
		return err
	}
	u.say("  It is complete, in %s.", u.whole(u.to.major))
	return nil
}

// swap puts the new data in the place of the old. Between its two steps there is no
// data in place; settle then does the second.
func (u *upgrade) swap() error {
	kept := u.kept(u.from.major)
	if err := u.rename(u.data(), kept); err != nil {
		return err
	}
	u.say("  The old data is kept in %s.", kept)
	if err := u.rename(u.whole(u.to.major), u.data()); err != nil {
		return err
	}
	u.say("  The new data is in its place.")
	return nil
}

// goOn returns to the old data after a failure, and remembers the reason.
func (u *upgrade) goOn(ctx context.Context, old *Server, why error) (*Server, error) {
	old.Stop() // if it still runs
	if err := errors.Join(u.swapBack(), u.clear()); err != nil {
		return nil, fmt.Errorf("%w, and PostgreSQL %d cannot go on: %w", why, u.from.major, err)
	}
	if err := ctx.Err(); err != nil { // which is no failure
		return nil, fmt.Errorf("stopped during the upgrade, which the next start begins anew: %w", err)
	}
	u.say("THE UPGRADE FAILED, and PostgreSQL %d goes on with the old data: %v", u.from.major, why)
	reason := fmt.Sprintf("the upgrade from PostgreSQL %d to %d failed at %s: %v", u.from.major, u.to.major, time.Now().UTC().Format(time.RFC3339), why)
	if err := u.write(failureFile, reason); err != nil {
		u.say("vitrine doctor will not know of it: %v", err)
	}
	return u.begin(ctx, u.from)
}

// begin starts a server on the data in place.
func (u *upgrade) begin(ctx context.Context, runs programs) (*Server, error) {
	s, err := u.server(runs, u.data())
	if err != nil {
		return nil, err
	}
	u.say("Starting PostgreSQL %d.", runs.major)
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// shut stops the database, which must have written everything to its files.
func (s *Server) shut(ctx context.Context) error {
	out, err := s.program(ctx, "pg_ctl", "-D", s.data, "-m", "fast", "-w", "-t", "600", "stop").CombinedOutput()
	if err != nil {
		return fmt.Errorf("PostgreSQL %d could not be stopped (%w):\n%s", s.runs.major, err, out)
	}
	<-s.ended
	return nil
}
