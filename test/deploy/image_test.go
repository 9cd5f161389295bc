package deploy

import (
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"
)

// Without a container engine, the test assembles the image as the last stage of
// the Dockerfile says and runs it as compose.yaml says, in a read-only root with
// nothing else in it.
func TestComposeServicesRunInTheirImage(t *testing.T) {
	project, image := compose(t), assemble(t)
	server := database(t)
	secrets := handOut(t, server)
	leaked, trust := leakedPasswords(t)
	trust(filepath.Join(image, "etc/ssl/certs/ca-certificates.crt"))

	out, err := container(t, image, secrets, project.Services["migrate"], nil, nil).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "The database schema is up to date") {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	address := unused(t)
	settings := map[string]string{"VITRINE_LISTEN": address, "VITRINE_PWNED_PASSWORDS_URL": leaked.URL}
	var log strings.Builder
	serving := container(t, image, secrets, project.Services["vitrine"], settings, nil)
	serving.Stderr = &log
	if err := serving.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serving.Wait() }()
	t.Cleanup(func() {
		_ = serving.Process.Kill() // and with it its children
		<-ended
		if t.Failed() {
			t.Log(log.String())
		}
	})
	healthy := project.Services["vitrine"].HealthCheck.Test[1:] // after CMD
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		out, err := container(t, image, secrets, project.Services["vitrine"], settings, healthy).CombinedOutput()
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not healthy within 30 s: %v\n%s", err, out)
		}
	}
	create := container(t, image, secrets, project.Services["vitrine"], settings,
		[]string{"/vitrine", "user", "create", "--email=ada@example.org", "--first-name=Ada", "--last-name=Byron", "--password-stdin"})
	create.Stdin = strings.NewReader("a quiet shelf of comics\n")
	if out, err := create.CombinedOutput(); err != nil {
		t.Errorf("user create: %v\n%s", err, out)
	}
	wantStored(t, address, logIn(t, address), volume(t, secrets, "files"))
	if leaked.asked.Load() == 0 {
		t.Error("nobody asked for leaked passwords over TLS: are the certificates of the image used?")
	}
	out, err = container(t, image, secrets, project.Services["vitrine"], settings, []string{"/vitrine", "doctor"}).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "requests are served as vitrine_app") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	wantPowerless(t, server, secrets)
}

// assemble does what the last stage of the Dockerfile says.
func assemble(t *testing.T) (image string) {
	t.Helper()
	image = t.TempDir()
	stages := dockerfile(t)
	for _, i := range stages[len(stages)-1] {
		words := slices.DeleteFunc(strings.Fields(i.rest), func(word string) bool { return strings.HasPrefix(word, "--") })
		if i.what != "COPY" {
			continue
		}
		to := words[len(words)-1]
		for _, from := range words[:len(words)-1] {
			target := filepath.Join(image, to)
			if strings.HasSuffix(to, "/") {
				target = filepath.Join(target, filepath.Base(from))
			}
			copied(t, fromBuild(t, from), target)
		}
	}
	for _, mounted := range []string{"run/secrets", "tmp"} { // the engine makes these
		if err := os.MkdirAll(filepath.Join(image, mounted), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return image
}

// copied copies a file or a folder.
func copied(t *testing.T, from, to string) {
	t.Helper()
	if info, err := os.Stat(from); err == nil && info.IsDir() {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		return
	}
	content, err := os.ReadFile(from)
	if err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, content, 0o755)); err != nil {
		t.Fatal(err)
	}
}

// fromBuild finds the local equivalent of a file of the build stage.
func fromBuild(t *testing.T, path string) string {
	t.Helper()
	switch {
	case path == "/out/vitrine":
		return binary(t)
	case path == "/out/LICENSES.txt":
		name := filepath.Join(t.TempDir(), "texts")
		if err := os.WriteFile(name, []byte(output(t, script("scripts/licenses", "--texts"))), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	case path == "/out/state":
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, "files"), 0o755); err != nil {
			t.Fatal(err)
		}
		return folder
	case strings.HasPrefix(path, "/src/"):
		return filepath.Join(root, strings.TrimPrefix(path, "/src/"))
	}
	return path // a system file: the certificates
}

// container runs a service of compose.yaml, or another command in its place.
func container(t *testing.T, image, secrets string, s types.ServiceConfig, settings map[string]string, command []string) *exec.Cmd {
	t.Helper()
	if command == nil {
		stages := dockerfile(t)
		if err := json.Unmarshal([]byte(the(t, stages[len(stages)-1], "ENTRYPOINT")), &command); err != nil {
			t.Fatal(err)
		}
		command = append(command, s.Command...)
	}
	user, group, _ := strings.Cut(s.User, ":")
	args := []string{"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--uid", user, "--gid", group, "--cap-drop", "ALL",
		"--die-with-parent", "--clearenv", "--ro-bind", image, "/", "--chdir", "/", "--tmpfs", "/run/secrets"}
	for _, given := range s.Secrets { // only these
		args = append(args, "--ro-bind", filepath.Join(secrets, given.Source), "/run/secrets/"+given.Source)
	}
	args = append(args, "--remount-ro", "/run/secrets")
	for _, v := range s.Volumes {
		args = append(args, "--bind", volume(t, secrets, v.Source), v.Target)
	}
	for _, temporary := range s.Tmpfs {
		path, _, _ := strings.Cut(temporary, ":")
		args = append(args, "--tmpfs", path)
	}
	env := map[string]string{}
	for name, value := range s.Environment {
		env[name] = *value
	}
	maps.Copy(env, settings)
	for _, name := range slices.Sorted(maps.Keys(env)) {
		args = append(args, "--setenv", name, env[name])
	}
	return exec.Command("bwrap", append(args, command...)...)
}

// leakedPasswords is a range API that knows no leaked password.
func leakedPasswords(t *testing.T) (api *rangeAPI, trust func(bundle string)) {
	t.Helper()
	api = &rangeAPI{}
	server := httptest.NewTLSServer(api)
	t.Cleanup(server.Close)
	api.URL = server.URL
	return api, func(bundle string) {
		file, err := os.OpenFile(bundle, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			err = errors.Join(pem.Encode(file, &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), file.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

type rangeAPI struct {
	URL   string
	asked atomic.Int32
}

func (r *rangeAPI) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	r.asked.Add(1)
	fmt.Fprint(w, "0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n")
}

// unused is an address without a listener.
func unused(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
