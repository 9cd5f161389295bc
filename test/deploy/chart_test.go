package deploy

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// helm is the program that VITRINE_TEST_HELM names, as at night, or one that is installed.
func helm(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(cmp.Or(os.Getenv("VITRINE_TEST_HELM"), "helm"))
	if err != nil {
		t.Skip("NOT RUN: helm is not installed, and .ci/run nightly chart builds it")
	}
	return exec.Command(path, args...)
}

type object = map[string]any

// rendered are the objects of the chart by kind and name.
func rendered(t *testing.T, values ...string) map[string]object {
	t.Helper()
	render := helm(t, append([]string{"template", "vitrine", filepath.Join(root, "deploy/helm/vitrine"), "--kube-version", kubernetesVersion}, values...)...)
	found := map[string]object{}
	for _, text := range strings.Split(output(t, render), "\n---\n") {
		var o object
		if err := yaml.UnmarshalStrict([]byte(text), &o); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if o != nil {
			found[key(o)] = o
		}
	}
	return found
}

func key(o object) string { return o["kind"].(string) + " " + o["metadata"].(object)["name"].(string) }

// plain takes away what only helm has: when it runs what, and what restarts instances.
func plain(t *testing.T, o object) object {
	t.Helper()
	text, err := json.Marshal(o) // a copy
	var copied object
	if err == nil {
		err = json.Unmarshal(text, &copied)
	}
	if err != nil {
		t.Fatal(err)
	}
	delete(copied["metadata"].(object), "annotations")
	if o["kind"] == "Deployment" {
		delete(copied["spec"].(object)["template"].(object)["metadata"].(object), "annotations")
	}
	return copied
}

func TestChartIsLinted(t *testing.T) {
	output(t, helm(t, "lint", "--strict", filepath.Join(root, "deploy/helm/vitrine")))
}

// As it is, the chart has the same objects as deploy/kubernetes, with the label that its
// kustomization gives them: policies, security, probes and all.
func TestChartRendersWhatKustomizeDoes(t *testing.T) {
	chart, folder := rendered(t), schemaFolder(t)
	for _, name := range manifests(t) {
		var want object
		if err := yaml.UnmarshalStrict([]byte(read(t, kubernetes+name)), &want); err != nil {
			t.Fatal(err)
		}
		about := want["metadata"].(object)
		if about["labels"] == nil {
			about["labels"] = object{}
		}
		about["labels"].(object)["app.kubernetes.io/name"] = "vitrine"
		got := chart[key(want)]
		if got == nil {
			t.Errorf("the chart has no %s", key(want))
			continue
		}
		if got, want := plain(t, got), plain(t, want); !reflect.DeepEqual(got, want) {
			g, _ := yaml.Marshal(got)
			w, _ := yaml.Marshal(want)
			t.Errorf("%s: the chart has\n%s\nand %s\n%s", key(want), g, name, w)
		}
		text, err := json.Marshal(got)
		if err == nil {
			err = validate(t, folder, text)
		}
		if err != nil {
			t.Errorf("%s: %v", key(want), err)
		}
		delete(chart, key(want))
	}
	for more := range chart {
		t.Errorf("the chart also has %s", more)
	}
}

// Migrations are one job before everything else, with what it needs before it.
func TestChartMigratesFirst(t *testing.T) {
	weights := map[string]any{"Job vitrine-migrate": "0", "ConfigMap vitrine-migrate": "-5", "NetworkPolicy vitrine-migrate-egress": "-5"}
	for name, o := range rendered(t) {
		notes, _ := o["metadata"].(object)["annotations"].(object)
		if weight, first := weights[name]; first && (notes["helm.sh/hook"] != "pre-install,pre-upgrade" || notes["helm.sh/hook-weight"] != weight || notes["helm.sh/hook-delete-policy"] != "before-hook-creation") || !first && notes["helm.sh/hook"] != nil {
			t.Errorf("%s is made at the time of %v", name, notes)
		}
	}
}

func TestChartTakesValues(t *testing.T) {
	found := rendered(t, "--set", "image.repository=registry.example.org/vitrine,image.digest=sha256:abc,secrets.owner=other,egress.postgresql=6432,serverNumber=7,settings.VITRINE_PUBLIC_URL=https://vitrine.example.org",
		"--set", "autoscaling.maxReplicas=3")
	text, err := yaml.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	for word, times := range map[string]int{"image: registry.example.org/vitrine@sha256:abc": 2, "secretName: other": 1, "port: 6432": 2, "VITRINE_SERVER_NUMBER: \"7\"": 2,
		"VITRINE_PUBLIC_URL: https://vitrine.example.org": 1, "maxReplicas: 3": 1, "VITRINE_REGISTRATION: invite": 1, "port: 5432": 0} {
		if n := strings.Count(string(text), word); n != times {
			t.Errorf("%s is there %d times, want %d", word, n, times)
		}
	}
	restart := func(of map[string]object) any {
		return of["Deployment vitrine"]["spec"].(object)["template"].(object)["metadata"].(object)["annotations"].(object)["vitrine/settings"]
	}
	if restart(found) == restart(rendered(t)) {
		t.Error("other settings would not restart the instances")
	}
}
