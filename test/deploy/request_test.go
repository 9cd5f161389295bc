package deploy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// volume is the folder that stands for a volume of compose.yaml.
func volume(t *testing.T, secrets, name string) string {
	t.Helper()
	folder := filepath.Join(filepath.Dir(secrets), "volume-"+name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// request sends a request to the service, and fails on another status.
func request(t *testing.T, status int, method, url, kind, token, body string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	said, _ := io.ReadAll(res.Body)
	if res.StatusCode != status {
		t.Errorf("%s %s: %s: %s", method, url, res.Status, said)
	}
	return said
}

// logIn returns a token.
func logIn(t *testing.T, address string) string {
	t.Helper()
	said := request(t, http.StatusOK, http.MethodPost, "http://"+address+"/api/login", "application/json", "",
		`{"email": "ada@example.org", "password": "a quiet shelf of comics"}`)
	var answer struct{ Data struct{ Token string } }
	if err := json.Unmarshal(said, &answer); err != nil || answer.Data.Token == "" {
		t.Fatalf("no token: %s", said)
	}
	return answer.Data.Token
}

// wantStored uploads a file, which must arrive in the volume: there is nowhere else
// to write, but for what is on its way.
func wantStored(t *testing.T, address, token, volume string) {
	t.Helper()
	const text = "A receipt of 1925, for a camera."
	sum := sha256.Sum256([]byte(text))
	request(t, http.StatusCreated, http.MethodPut, "http://"+address+"/api/files/"+hex.EncodeToString(sum[:]), "application/octet-stream", token, text)
	var found []string
	err := fs.WalkDir(os.DirFS(volume), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(volume, name))
		found = append(found, string(content))
		return err
	})
	if err != nil || !slices.Contains(found, text) {
		t.Errorf("the volume holds %q (%v), and not what was uploaded", found, err)
	}
}

// A volume that the engine makes takes its owner from the image: the folder must be
// there, and belong to the user that it runs as.
func TestImageOwnsWhatVolumesHold(t *testing.T) {
	stages := dockerfile(t)
	build, last := stages[0], stages[len(stages)-1]
	var made string
	for _, i := range build {
		if i.what == "RUN" {
			made += i.rest + "\n"
		}
	}
	for _, v := range compose(t).Services["vitrine"].Volumes {
		parent, folder := filepath.Split(v.Target)
		owned := slices.ContainsFunc(last, func(i instruction) bool {
			return i.what == "COPY" && i.rest == "--from=build --chown="+the(t, last, "USER")+" /out/state "+strings.TrimSuffix(parent, "/")
		})
		if !owned || !strings.Contains(made, "mkdir -p /out/state/"+folder+"\n") {
			t.Errorf("%s would belong to root: the image has no such folder of its user", v.Target)
		}
	}
}
