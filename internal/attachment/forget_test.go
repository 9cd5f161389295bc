package attachment_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/files"
)

// breaking is a store that lists objects, fails every deletion, and fails in the middle of its list.
type breaking struct {
	files.Store
	gone func(name string) error
}

func (b breaking) List(_ context.Context, prefix string) iter.Seq2[files.Object, error] {
	return func(yield func(files.Object, error) bool) {
		for n := range 20 {
			if !yield(files.Object{Name: fmt.Sprint(prefix, n)}, nil) {
				return
			}
		}
		time.Sleep(time.Millisecond) // deletions are under way
		yield(files.Object{}, fmt.Errorf("the list ends early"))
	}
}

func (b breaking) Delete(_ context.Context, name string) error { return b.gone(name) }

func (breaking) Put(context.Context, string, io.Reader, int64, [32]byte) error { return nil }

func (breaking) Get(context.Context, string, int64, int64) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("here")), nil
}

// rows are those of an installation called here.
type rows struct{}

func (rows) Installation(context.Context) (string, error)                    { return "here", nil }
func (rows) Sweep(context.Context, int64, []string) (gone []string, _ error) { return nil, nil }

// forgotten returns the log after an account was deleted.
func forgotten(gone func(name string) error) string {
	var log bytes.Buffer
	attachment.New(attachment.Options{Store: breaking{gone: gone}}, slog.New(slog.NewTextHandler(&log, nil))).Forget(context.Background(), rows{}, 7)
	return log.String()
}

// The log has every object that could not be deleted, with its reason, and the error that ended the list.
func TestWhatForgettingLeavesIsLogged(t *testing.T) {
	log := forgotten(func(name string) error { time.Sleep(time.Millisecond); return fmt.Errorf("%s stays", name) })
	for n := range 20 {
		if !strings.Contains(log, fmt.Sprintf("7/%d stays", n)) {
			t.Errorf("object %d is not in the log", n)
		}
	}
	if !strings.Contains(log, "the list ends early") {
		t.Errorf("the log says %s", log)
	}
}
