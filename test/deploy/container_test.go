package deploy

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

var measured = flag.String("measured", "", "`FILE` to write what TestOneContainer measures to")

// TestOneContainer runs the image that VITRINE_TEST_IMAGE names, which scripts/image has made, as
// somebody does who has nothing but an engine: on one processor, with 250 MB.
func TestOneContainer(t *testing.T) {
	image := os.Getenv("VITRINE_TEST_IMAGE")
	if image == "" {
		t.Skip("VITRINE_TEST_IMAGE names no image: .ci/run nightly image makes one")
	}
	size := number(t, podman(t, "image", "inspect", "--format", "{{.Size}}", image))
	if size > 120<<20 {
		t.Errorf("unpacked it has %d bytes, want 120 MiB at most", size)
	}
	c := runImage(t, image)
	first := c.served(t)
	used := c.processor(t)
	c.wantHealthy(t)
	if out, err := c.exec("/bin/sh", "-c", "echo >/written").CombinedOutput(); err == nil || !strings.Contains(string(out), "Read-only file system") {
		t.Errorf("its file system can be written: %s", out)
	}
	create := c.exec("/vitrine", "user", "create", "--email=ada@example.org", "--first-name=Ada", "--last-name=Byron", "--password-stdin")
	create.Stdin = strings.NewReader("a quiet shelf of comics\n")
	output(t, create)
	token := logIn(t, c.address)
	request(t, http.StatusCreated, http.MethodPost, "http://"+c.address+"/api/locations", "application/json", token, `{"name": "Attic"}`)
	peak := c.memory(t)
	for range 3 { // processes of a new start have the numbers of old ones
		podman(t, "kill", "--signal", "KILL", c.name)
		podman(t, "wait", c.name)
		podman(t, "start", c.name)
		c.served(t)
		if said := request(t, http.StatusOK, http.MethodGet, "http://"+c.address+"/api/locations", "", token, ""); !strings.Contains(string(said), "Attic") {
			t.Fatalf("killed and started again, it has lost what it kept: %s", said)
		}
	}
	c.wantHealthy(t)
	output(t, c.exec("/vitrine", "backup", "/data/now.backup"))
	if said := output(t, c.exec("/vitrine", "backup", "--verify", "/data/now.backup")); !strings.Contains(said, "is whole") {
		t.Errorf("its backup: %s", said)
	}
	if peak = max(peak, c.memory(t)); peak > 250<<20 {
		t.Errorf("it had %d bytes of memory", peak)
	}
	begun := time.Now()
	podman(t, "stop", "--time", "30", c.name)
	stopped := time.Since(begun)
	if code := podman(t, "inspect", "--format", "{{.State.ExitCode}}", c.name); code != "0" || stopped > 10*time.Second {
		t.Errorf("it stopped with %s after %s", code, stopped)
	}
	writeMeasured(t, first, stopped, size, peak, used)
}

// oneContainer is a running image with a new volume.
type oneContainer struct {
	name, address string
	begun         time.Time
}

func runImage(t *testing.T, image string) *oneContainer {
	t.Helper()
	c := &oneContainer{name: fmt.Sprintf("vitrine-test-%d", os.Getpid()), address: unused(t)}
	t.Cleanup(func() {
		if t.Failed() {
			out, _ := exec.Command("podman", "logs", "--tail", "30", c.name).CombinedOutput()
			t.Logf("%s", out)
		}
		_ = engine("rm", "--force", c.name).Run()
		_ = engine("volume", "rm", "--force", c.name).Run()
	})
	c.begun = time.Now()
	podman(t, "run", "--detach", "--name", c.name, "--ulimit", "nofile=16384:16384", "--ulimit", "nproc=4096:4096", "--read-only", "--cap-drop", "all",
		"--security-opt", "no-new-privileges", "--memory", "250m", "--cpuset-cpus", "0", "--volume", c.name+":/data", "--publish", c.address+":8080", image)
	return c
}

// served waits until it shows a page, and says how long that took since it was run.
func (c *oneContainer) served(t *testing.T) time.Duration {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		res, err := http.Get("http://" + c.address + "/sign-in")
		if err != nil {
			continue
		}
		res.Body.Close()
		if res.StatusCode == http.StatusOK {
			return time.Since(c.begun)
		}
	}
	t.Fatal("it shows no page within two minutes")
	return 0
}

func (c *oneContainer) wantHealthy(t *testing.T) {
	t.Helper()
	if out, err := engine("healthcheck", "run", c.name).CombinedOutput(); err != nil {
		t.Errorf("it is not healthy: %v %s", err, out)
	}
}

func (c *oneContainer) exec(args ...string) *exec.Cmd {
	return engine(append([]string{"exec", "--interactive", c.name}, args...)...)
}

// memory is the most that the container had since its start.
func (c *oneContainer) memory(t *testing.T) int64 {
	t.Helper()
	return number(t, c.group(t, "/memory.peak", "/memory.max_usage_in_bytes"))
}

// processor is the time that its processes ran since its start.
func (c *oneContainer) processor(t *testing.T) time.Duration {
	t.Helper()
	used := strings.Fields(c.group(t, "/cpu.stat", "/cpuacct.usage"))
	if len(used) == 1 { // nanoseconds
		return time.Duration(number(t, used[0]))
	}
	return time.Duration(number(t, used[1])) * time.Microsecond // after the word usage_usec
}

// group reads a file of its control group, of the second version or of the first.
func (c *oneContainer) group(t *testing.T, second, first string) string {
	t.Helper()
	group := podman(t, "inspect", "--format", "{{.State.CgroupPath}}", c.name)
	for _, name := range []string{"/sys/fs/cgroup" + group + second, "/sys/fs/cgroup/memory" + group + first, "/sys/fs/cgroup/cpuacct" + group + first} {
		if content, err := os.ReadFile(name); err == nil {
			return strings.TrimSpace(string(content))
		}
	}
	t.Fatalf("there is no %s of the container", first)
	return ""
}

// engine is podman, in a way that also works in a container and without systemd.
func engine(args ...string) *exec.Cmd {
	return exec.Command("podman", append([]string{"--runtime", "runc", "--cgroup-manager", "cgroupfs"}, args...)...)
}

func podman(t *testing.T, args ...string) string {
	t.Helper()
	return strings.TrimSpace(output(t, engine(args...)))
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// writeMeasured writes the page of docs/measured, if it is asked for.
func writeMeasured(t *testing.T, first, stopped time.Duration, size, peak int64, used time.Duration) {
	t.Helper()
	load, _ := os.ReadFile("/proc/loadavg")
	page := fmt.Sprintf(`# One container, measured

`+"`.ci/run nightly image`"+` writes this page: `+"`vitrine:local`"+` on an empty volume, on one processor and with 250 MB.

%s, on a machine of %d processors that had %s processes to run:

| what | is |
|---|---|
| unpacked | %d MiB |
| from the start to the first page | %.1f s |
| processor time of that | %.1f s |
| most memory, over four starts, three kills and a backup | %d MiB |
| until it has stopped | %.1f s |
`, time.Now().Format(time.DateOnly), runtime.NumCPU(), strings.Fields(string(load))[0], size>>20, first.Seconds(), used.Seconds(), peak>>20, stopped.Seconds())
	t.Log(page)
	if *measured == "" {
		return
	}
	if err := os.WriteFile(*measured, []byte(page), 0o644); err != nil {
		t.Error(err)
	}
}
