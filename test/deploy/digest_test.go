package deploy

import (
	"regexp"
	"strings"
	"testing"
)

// Every third-party image can be named by digest without changing a file.
func TestImagesCanBeNamedByDigest(t *testing.T) {
	image := func(name string) string {
		return "registry.example.org/" + name + "@sha256:" + strings.Repeat("5f", 32)
	}
	project := compose(t, "GO_IMAGE="+image("golang"), "POSTGRES_IMAGE="+image("postgres"), "VALKEY_IMAGE="+image("valkey"))
	for _, name := range []string{"postgres", "valkey"} {
		if got := project.Services[name].Image; got != image(name) {
			t.Errorf("%s is %s", name, got)
		}
	}
	for _, name := range []string{"vitrine", "migrate"} {
		if got := project.Services[name].Build.Args["GO_IMAGE"]; got == nil || *got != image("golang") {
			t.Errorf("%s is built by %v", name, got)
		}
	}
	if by := compose(t).Services["vitrine"].Build.Args["GO_IMAGE"]; by != nil {
		t.Errorf("Compose overrides the default of the Dockerfile by %q", *by)
	}
	if !regexp.MustCompile(`(?m)^ARG GO_IMAGE=\S+$(?s:.)*^FROM \S+ \$GO_IMAGE AS build$`).MatchString(read(t, "deploy/Dockerfile")) {
		t.Error("the Dockerfile does not take the image of Go as an argument")
	}
}
