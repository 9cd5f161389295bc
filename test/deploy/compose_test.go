package deploy

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose reads the file as docker compose config does, with every profile and
// only the given environment, so that the shipped defaults count.
func compose(t *testing.T, set ...string) *types.Project {
	t.Helper()
	return composeOf(t, "deploy/compose.yaml", set...)
}

func composeOf(t *testing.T, file string, set ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, file)},
		cli.WithEnv(set), cli.WithProfiles([]string{"*"}), cli.WithResolvedPaths(true), cli.WithLoadOptions())
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return project
}

func TestComposeLocksEveryServiceIn(t *testing.T) {
	numbers := regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`)
	services := compose(t).Services
	for name, s := range services {
		if !numbers.MatchString(s.User) {
			t.Errorf("%s runs as %q, want numbers other than 0", name, s.User)
		}
		if oneShot := s.Restart == "no"; oneShot == (s.HealthCheck != nil) {
			t.Errorf("%s: what goes on running has a health check, and nothing else has", name)
		}
	}
	services["local"] = composeOf(t, "deploy/compose.local.yaml").Services["vitrine"] // its image has user and health check
	for name, s := range services {
		if !s.ReadOnly {
			t.Errorf("%s can write to its file system", name)
		}
		if !slices.Equal(s.CapDrop, []string{"ALL"}) || len(s.CapAdd) > 0 || s.Privileged {
			t.Errorf("%s has capabilities", name)
		}
		if !slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) {
			t.Errorf("%s can gain privileges: %q", name, s.SecurityOpt)
		}
		if s.NetworkMode != "" || s.Pid != "" || s.Ipc != "" || s.UserNSMode != "" || len(s.Devices) > 0 {
			t.Errorf("%s shares something of the host", name)
		}
		for _, v := range s.Volumes {
			if v.Type == types.VolumeTypeBind && !v.ReadOnly {
				t.Errorf("%s can write to %s of the host", name, v.Source)
			}
		}
		if s.Image != "vitrine:local" { // is built here
			wantPinned(t, name, s.Image)
		}
	}
}

func TestComposeListensOnThisMachineOnly(t *testing.T) {
	for _, p := range composeOf(t, "deploy/compose.local.yaml").Services["vitrine"].Ports {
		if p.HostIP != "127.0.0.1" {
			t.Errorf("one container publishes %+v, want loopback", p)
		}
	}
	project := compose(t)
	published := 0
	for name, s := range project.Services {
		for _, p := range s.Ports {
			published++
			if name != "vitrine" || p.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes %+v, want nothing but vitrine on loopback", name, p)
			}
		}
		if _, outside := s.Networks["outside"]; outside != (name == "vitrine") {
			t.Errorf("%s: vitrine, and nothing else, has a way out", name)
		}
	}
	if published != 1 || !project.Networks["database"].Internal {
		t.Errorf("%d ports are published; the network of the database is internal: %t", published, project.Networks["database"].Internal)
	}
}

func TestComposeShipsNoSecret(t *testing.T) {
	project := compose(t)
	for name, s := range project.Services {
		for variable, value := range s.Environment {
			if value == nil {
				t.Errorf("%s takes %s from whoever starts it", name, variable)
				continue
			}
			wantNoSecret(t, name, variable, *value)
			file, isFile := strings.CutPrefix(*value, "/run/secrets/")
			if strings.HasSuffix(variable, "_FILE") && *value != "" && (!isFile || !slices.ContainsFunc(s.Secrets, func(given types.ServiceSecretConfig) bool { return given.Source == file })) {
				t.Errorf("%s: %s is not a secret that it is given", name, variable)
			}
		}
		if proxies := s.Environment["VITRINE_TRUSTED_PROXIES"]; name == "vitrine" && (proxies == nil || *proxies != "") {
			t.Errorf("%s trusts proxies by default", name)
		}
	}
	ignored := read(t, ".gitignore")
	for name, s := range project.Secrets {
		if s.File == "" || s.Environment != "" || s.Content != "" {
			t.Errorf("the secret %s is not a file", name)
		}
		if folder, _ := filepath.Abs(filepath.Join(root, "deploy/compose/secrets.d")); filepath.Dir(s.File) != folder {
			t.Errorf("the secret %s lies in %s", name, s.File)
		}
	}
	if !strings.Contains(ignored, "/deploy/compose/secrets.d/\n") {
		t.Error("secrets could be committed")
	}
}

// Migrations run once, under a role that nothing else knows, and nothing serves
// before they are done.
func TestComposeMigratesOnce(t *testing.T) {
	for name, s := range compose(t).Services {
		if !strings.HasPrefix(s.Image, "vitrine:") {
			continue
		}
		owner := slices.ContainsFunc(s.Secrets, func(given types.ServiceSecretConfig) bool { return given.Source == "owner_url" })
		switch s.Command[0] {
		case "migrate":
			if s.Restart != "no" || !owner || s.DependsOn["postgres"].Condition != types.ServiceConditionHealthy {
				t.Errorf("%s must run once, as the owner, when the database is there", name)
			}
		case "serve":
			if !slices.Contains(s.Command, "--no-migrate") || owner || s.DependsOn["migrate"].Condition != types.ServiceConditionCompletedSuccessfully {
				t.Errorf("%s must leave the schema to the service that migrates, and wait for it", name)
			}
			if s.StopGracePeriod == nil || s.StopGracePeriod.String() != "35s" {
				t.Errorf("%s is killed after %v", name, s.StopGracePeriod)
			}
		}
	}
}
