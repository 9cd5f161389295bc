package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

const (
	workVariable   = "VITRINE_TEST_PICTURE_WORK" // what the child process does, and with which file
	mostProcessor  = time.Second
	mostMemory     = 120 // megabytes
	mostInParallel = 512
)

// TestWeight measures what a picture costs, each in a process of its own. The limits
// are for the JPEG of a camera; a PNG of as many pixels costs more to unpack.
//
//	go test ./internal/files/picture -run Weight -v
func TestWeight(t *testing.T) {
	testkind.WatchesTheClock(t)
	if testing.Short() || raced {
		t.Skip("processor time and memory are measured without -short and without -race")
	}
	folder := t.TempDir()
	small := save(t, folder, "12.jpg", photograph(4032, 3024))
	for _, work := range []string{"read", "thumb", "medium", "large"} {
		cpu, memory := measured(t, work, small)
		for try := 1; cpu > mostProcessor && try < 4; try++ { // a neighbour on the same processor slows it down
			again, _ := measured(t, work, small)
			cpu = min(cpu, again)
		}
		if cpu > mostProcessor || memory > mostMemory {
			t.Errorf("12 megapixels, %s: %v, %d MB; at most %v, %d MB", work, cpu, memory, mostProcessor, mostMemory)
		}
	}
	if !testkind.AtNight() {
		return
	}
	for _, other := range []string{save(t, folder, "48.jpg", photograph(8064, 6048)), save(t, folder, "12.png", seeThrough(4032, 3024)), save(t, folder, "16bit.png", deep(4032, 3024))} {
		measured(t, "read", other)
		measured(t, "large", other)
	}
	if _, memory := measured(t, "parallel", small); memory > mostInParallel {
		t.Errorf("100 at once: %d MB, at most %d", memory, mostInParallel)
	}
}

// measured runs the work in a child and returns its processor time and peak memory.
func measured(t *testing.T, work, path string) (cpu time.Duration, megabytes int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWorkOfChild$", "-test.v")
	child.Env = append(os.Environ(), workVariable+"="+work+":"+path)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", work, err, out)
	}
	_, peak, _ := strings.Cut(string(out), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(peak)[0])
	if err != nil {
		t.Fatal(err)
	}
	cpu, megabytes = child.ProcessState.UserTime()+child.ProcessState.SystemTime(), kilobytes/1024
	t.Logf("%-9s %-9s %5d ms of processor time, %4d MB", filepath.Base(path), work, cpu.Milliseconds(), megabytes)
	return cpu, megabytes
}

// TestWorkOfChild is what measured runs; by itself it does nothing.
func TestWorkOfChild(t *testing.T) {
	work, path, ok := strings.Cut(os.Getenv(workVariable), ":")
	if !ok {
		return
	}
	load := func() ([]byte, error) { return os.ReadFile(path) }
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	h, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	budget := NewBudget()
	switch work {
	case "read":
		_, err = budget.Read(t.Context(), h, info.Size(), load)
	case "parallel":
		err = readAtOnce(t.Context(), budget, h, info.Size(), load)
	default:
		size := map[string]Size{"thumb": Thumb, "medium": Medium, "large": Large}[work]
		_, err = budget.Render(t.Context(), h, info.Size(), size, load)
	}
	if err != nil {
		t.Error(err)
	}
	status, _ := os.ReadFile("/proc/self/status")
	fmt.Printf("%s\n", status)
}

// readAtOnce reads a picture a hundred times at once, repeating those that wait too long.
func readAtOnce(ctx context.Context, b *Budget, h Header, size int64, load func() ([]byte, error)) error {
	var all sync.WaitGroup
	errs := make([]error, 100)
	for i := range errs {
		all.Go(func() {
			for errs[i] = ErrBusy; errors.Is(errs[i], ErrBusy); {
				_, errs[i] = b.Read(ctx, h, size, load)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func save(t *testing.T, folder, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// photograph is a JPEG of about the size that a camera makes of as many pixels.
func photograph(w, h int) []byte {
	m := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range m.Y {
		m.Y[i] = byte(i%w*200/w + int(noise.Uint32()%24))
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = byte(i*255/len(m.Cb)), byte(i%m.CStride*255/m.CStride)
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: 85})
	return b.Bytes()
}

func seeThrough(w, h int) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		m.Pix[i] = byte(i%(4*w)*200/(4*w) + int(noise.Uint32()%2))
	}
	return quickPNG(m)
}

func deep(w, h int) []byte {
	m := image.NewNRGBA64(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA64(x, y, color.NRGBA64{uint16(x * 16), uint16(y * 21), uint16(x * y), 0xffff})
		}
	}
	return quickPNG(m)
}

func quickPNG(m image.Image) []byte {
	var b bytes.Buffer
	_ = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m)
	return b.Bytes()
}
