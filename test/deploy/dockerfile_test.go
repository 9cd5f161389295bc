package deploy

import (
	"encoding/json"
	"go/version"
	"regexp"
	"strings"
	"testing"
)

// instruction is a line of the Dockerfile.
type instruction struct{ what, rest string }

func dockerfile(t *testing.T) (stages [][]instruction) {
	t.Helper()
	return stagesOf(t, "deploy/Dockerfile")
}

// stagesOf returns the instructions of each stage, with the defaults of the
// arguments before the first one filled in.
func stagesOf(t *testing.T, file string) (stages [][]instruction) {
	t.Helper()
	var given []string
	for line := range strings.Lines(read(t, file)) {
		line = strings.NewReplacer(given...).Replace(strings.TrimSpace(line))
		what, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case strings.HasSuffix(line, `\`):
			t.Fatal("this reader knows no lines that go on")
		case what == "ARG" && stages == nil:
			name, value, _ := strings.Cut(rest, "=")
			given = append(given, "$"+name, value)
			continue
		case what == "FROM":
			stages = append(stages, nil)
		}
		stages[len(stages)-1] = append(stages[len(stages)-1], instruction{what, rest})
	}
	return stages
}

// the finds the only instruction of its kind.
func the(t *testing.T, stage []instruction, what string) string {
	t.Helper()
	var found []string
	for _, i := range stage {
		if i.what == what {
			found = append(found, i.rest)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d instructions %s, want one", len(found), what)
	}
	return found[0]
}

func TestImageIsTheBinaryAlone(t *testing.T) {
	stages := dockerfile(t)
	last := stages[len(stages)-1]
	if from := the(t, last, "FROM"); from != "scratch" {
		t.Errorf("the image is made from %s, want scratch", from)
	}
	if user := the(t, last, "USER"); !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(user) {
		t.Errorf("the image runs as %q; want numbers other than 0, which Kubernetes can tell from root", user)
	}
	for _, form := range []string{"ENTRYPOINT", "CMD"} { // there is no shell
		if err := json.Unmarshal([]byte(the(t, last, form)), new([]string)); err != nil {
			t.Errorf("%s must be a list: %v", form, err)
		}
	}
	for _, i := range last {
		switch i.what {
		case "FROM", "COPY", "USER", "EXPOSE", "ENTRYPOINT", "CMD":
		default: // ENV could hold a secret, RUN has no shell, VOLUME is writable, HEALTHCHECK is wrong for a worker
			t.Errorf("the image has %s %s", i.what, i.rest)
		}
	}
}

func TestImageIsBuiltByAPinnedGo(t *testing.T) {
	for _, stage := range append(dockerfile(t), stagesOf(t, "deploy/Dockerfile.local")...) {
		from := strings.Fields(the(t, stage, "FROM"))
		image := from[0]
		if strings.HasPrefix(image, "--platform") {
			image = from[1]
		}
		if image == "scratch" {
			continue
		}
		wantPinned(t, "a Dockerfile", image)
		if strings.Contains(image, "/postgres:") {
			continue
		}
		m := regexp.MustCompile(`golang:(\d+\.\d+\.\d+)-`).FindStringSubmatch(image)
		wants := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, "go.mod"))[1]
		if m == nil || version.Compare("go"+m[1], "go"+wants) < 0 {
			t.Errorf("%s is no Go, or older than the %s that go.mod asks for", image, wants)
		}
	}
}

// Nothing else in a checkout, above all no secret, gets into the build.
func TestBuildContextIsAList(t *testing.T) {
	var lines []string
	for line := range strings.Lines(read(t, ".dockerignore")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	if lines[0] != "*" {
		t.Fatalf("the first line is %q, want *: nothing but what is listed", lines[0])
	}
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, "!deploy") || !strings.HasPrefix(line, "!") {
			t.Errorf("%q gets into the build", line)
		}
	}
}
