package deploy

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// The image with a PostgreSQL inside has one volume and one port, asks for nothing, and writes
// nowhere else. TestOneContainer runs it, where there is a container engine.
func TestLocalImageNeedsNothing(t *testing.T) {
	stages := stagesOf(t, "deploy/Dockerfile.local")
	last := stages[len(stages)-1]
	for what, want := range map[string]string{"FROM": "scratch", "USER": the(t, dockerfile(t)[1], "USER"), "EXPOSE": "8080", "VOLUME": "/data",
		"ENTRYPOINT": `["/vitrine"]`, "CMD": `["local", "--data", "/data"]`} {
		if got := the(t, last, what); got != want {
			t.Errorf("%s is %s, want %s", what, got, want)
		}
	}
	if health := the(t, last, "HEALTHCHECK"); !strings.HasSuffix(health, ` CMD ["/vitrine", "health"]`) {
		t.Errorf("health is checked by %s", health)
	}
	set := map[string]string{}
	for _, pair := range strings.Fields(the(t, last, "ENV")) {
		name, value, _ := strings.Cut(pair, "=")
		set[name] = value
		wantNoSecret(t, "deploy/Dockerfile.local", name, value)
	}
	if set["VITRINE_LISTEN"] != ":8080" {
		t.Errorf("it listens on %q, where nobody outside gets to", set["VITRINE_LISTEN"])
	}
	for _, name := range []string{"TMPDIR", "VITRINE_FILES", "VITRINE_SECRET_KEY_FILE", "DATABASE_URL_FILE"} {
		if path.Dir(set[name]) != "/data" {
			t.Errorf("%s is %q, which is not on the volume", name, set[name])
		}
	}
	owned := slices.ContainsFunc(last, func(i instruction) bool {
		return i.what == "COPY" && i.rest == "--from=build --chown="+the(t, last, "USER")+" /out/data /data"
	})
	if !owned {
		t.Error("a new volume would belong to root")
	}
}

// Both images are built in the same way, by images that an argument names.
func TestLocalImageIsBuiltLikeTheOther(t *testing.T) {
	bare, local := read(t, "deploy/Dockerfile"), read(t, "deploy/Dockerfile.local")
	for line := range strings.Lines(bare) {
		if strings.HasPrefix(line, "ARG ") && !strings.Contains(local, line) {
			t.Errorf("deploy/Dockerfile.local has no %s", line)
		}
	}
	for _, line := range []string{"FROM $POSTGRES_IMAGE AS postgres\n", "FROM --platform=$BUILDPLATFORM $GO_IMAGE AS build\n", "COPY --from=postgres / /postgres\n"} {
		if !strings.Contains(local, line) {
			t.Errorf("deploy/Dockerfile.local has no %s", line)
		}
	}
	for _, file := range []string{"deploy/Dockerfile", "deploy/Dockerfile.local"} {
		if !strings.Contains(read(t, "scripts/image"), file) {
			t.Errorf("scripts/image does not build %s", file)
		}
	}
}
