package picture

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"vitrine/internal/share"
)

// Helper is a program that reads HEIC and AVIF, such as vipsthumbnail. It runs as a separate process,
// so that a hostile file harms nothing else.
type Helper struct {
	program string
	turns   *share.Places // one for each processor; a user leaves one to others
}

// NewHelper uses a program; without a name there is no helper.
func NewHelper(program string) *Helper {
	if program == "" {
		return nil
	}
	return &Helper{program, decoders("pictures for the helper")}
}

const (
	errNoHelper     = Refused("HEIC and AVIF pictures are not taken here. Send the picture as JPEG; phones do so when «Most compatible» is chosen.")
	helperPatience  = 20 * time.Second
	helperMemory    = 1 << 30 // address space; the pictures themselves need far less
	helperProcessor = 15      // seconds
)

//go:embed testdata/quarters.heic
var sample []byte

// Try lets the program convert a small picture.
func (h *Helper) Try(ctx context.Context) error {
	return h.JPEG(ctx, func() ([]byte, error) { return sample, nil }, func([]byte, []byte) error { return nil })
}

// Needed reports whether only a helper can read a kind.
func Needed(kind string) bool { return kind == "image/heic" || kind == "image/avif" }

// JPEG converts a picture, upright, with its colour profile and nothing else. It calls load and use
// while it holds a turn, so that no more pictures are in memory than there are turns.
func (h *Helper) JPEG(ctx context.Context, load func() ([]byte, error), use func(sent, made []byte) error) error {
	if h == nil {
		return errNoHelper
	}
	turn, err := h.turns.Take(ctx, 1)
	if err != nil {
		return errors.Join(ErrBusy, err)
	}
	defer turn.Give()
	sent, err := load()
	if err != nil {
		return err
	}
	if heifPixels(sent) > maxPixels {
		return errPixels
	}
	made, err := h.run(ctx, sent)
	if err == nil {
		made, err = strip("image/jpeg", made, Metadata{})
	}
	if err != nil {
		return err
	}
	return use(sent, made)
}

// run calls the program in a temporary folder. All versions of vipsthumbnail know these options, and
// turn the picture upright.
func (h *Helper) run(ctx context.Context, content []byte) ([]byte, error) {
	folder, err := os.MkdirTemp("", "vitrine-picture-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // nothing can be done about it
	from, to := filepath.Join(folder, "from"), filepath.Join(folder, "to.jpg")
	if err := os.WriteFile(from, content, 0o600); err != nil {
		return nil, err
	}
	limit, cancel := context.WithTimeout(ctx, helperPatience)
	defer cancel()
	process := exec.CommandContext(limit, h.program, from, "--size", "65535x65535>", "-o", to+"[Q=92]")
	process.Dir, process.Env = folder, []string{"VIPS_CONCURRENCY=1", "HOME=" + folder, "TMPDIR=" + folder}
	err = limited(process)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &exit):
		return nil, errors.Join(errBroken, fmt.Errorf("helper: %w", err))
	case err != nil:
		return nil, err
	}
	return os.ReadFile(to)
}

// heifPixels is the size of the largest picture that a HEIC or AVIF announces, counting tiles too. The
// limits of the process catch a lie.
func heifPixels(content []byte) (most uint64) {
	for {
		_, rest, ok := bytes.Cut(content, []byte("ispe\x00\x00\x00\x00"))
		if !ok || len(rest) < 8 {
			return most
		}
		most = max(most, uint64(binary.BigEndian.Uint32(rest))*uint64(binary.BigEndian.Uint32(rest[4:])))
		content = rest
	}
}
