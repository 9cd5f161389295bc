package deploy

import (
	"path"
	"regexp"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Files on their way, which may be as large as an account, lie on the volume of files and
// not in memory.
func TestComposeSpoolsOnTheVolumeOfFiles(t *testing.T) {
	s := compose(t).Services["vitrine"]
	spool, files := s.Environment["TMPDIR"], s.Environment["VITRINE_FILES"]
	if spool == nil {
		t.Fatal("files on their way lie in /tmp, which is memory")
	}
	for _, v := range s.Volumes {
		if inside(*spool, v.Target) && inside(*files, v.Target) {
			return
		}
	}
	t.Errorf("%s is not on the volume of %s", *spool, *files)
}

func inside(name, folder string) bool { return strings.HasPrefix(path.Clean(name)+"/", folder+"/") }

// The pod has room for as many files on their way as are made at the same time, each as
// large as an account may be.
func TestKubernetesHasRoomForTheSpool(t *testing.T) {
	quota := manifest[core.ConfigMap](t, "settings.yaml").Data["VITRINE_STORAGE_QUOTA"]
	need := resource.MustParse(strings.TrimSuffix(strings.ReplaceAll(quota, " ", ""), "B"))
	need.Add(need) // two are made at the same time
	pod := manifest[apps.Deployment](t, "deployment.yaml").Spec.Template.Spec
	c := pod.Containers[0]
	if limit := c.Resources.Limits.StorageEphemeral(); limit.Cmp(need) < 0 {
		t.Errorf("the container may write %s, want %s", limit, &need)
	}
	for _, m := range c.VolumeMounts {
		for _, v := range pod.Volumes {
			if v.Name == m.Name && m.MountPath == "/tmp" {
				if v.EmptyDir == nil || v.EmptyDir.SizeLimit.Cmp(need) < 0 {
					t.Errorf("there is room for %s, want %s", v.EmptyDir.SizeLimit, &need)
				}
				return
			}
		}
	}
	t.Error("files on their way have no volume")
}

// The service of a machine has its files on their way beside its files.
func TestUnitSpoolsBesideItsFiles(t *testing.T) {
	unit := read(t, "deploy/systemd/vitrine.service")
	spool := regexp.MustCompile(`(?m)^Environment=TMPDIR=(%S/vitrine)$`).FindStringSubmatch(unit)
	files := regexp.MustCompile(`(?m)^Environment=VITRINE_FILES=(.+)$`).FindStringSubmatch(unit)
	if spool == nil || files == nil || !inside(files[1], spool[1]) {
		t.Errorf("files on their way are at %q, files at %q", spool, files)
	}
}
