package deploy

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

// The schemas that a Kubernetes API server publishes come from the project's
// kubectl-validate, pinned by hash. The tool itself takes minutes to compile.
const (
	schemas           = "sigs.k8s.io/kubectl-validate@v0.0.4"
	schemasSum        = "h1:tGKuv0awYHn11Cb6KPsZKxUmHgavF46K3NvVH0Nse9U="
	kubernetesVersion = "1.30"
)

func TestManifestsMeetTheSchemasOfKubernetes(t *testing.T) {
	folder := schemaFolder(t)
	for _, name := range manifests(t) {
		object, err := yaml.YAMLToJSONStrict([]byte(read(t, kubernetes+name)))
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, folder, object); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The checker refuses wrong manifests.
func TestSchemasRefuseWhatIsWrong(t *testing.T) {
	folder, right := schemaFolder(t), read(t, kubernetes+"deployment.yaml")
	for wrong, change := range map[string][2]string{
		"a misspelt field":   {"readinessProbe:", "readyProbe:"},
		"a wrong type":       {"terminationGracePeriodSeconds: 35", "terminationGracePeriodSeconds: soon"},
		"a missing field":    {"- name: vitrine\n          image", "- image"},
		"no selector at all": {"  selector:\n    matchLabels: {app.kubernetes.io/name: vitrine, app.kubernetes.io/component: server}\n", ""},
	} {
		object, err := yaml.YAMLToJSON([]byte(strings.Replace(right, change[0], change[1], 1)))
		if err != nil || !strings.Contains(right, change[0]) {
			t.Fatalf("%s: %v", wrong, err)
		}
		if validate(t, folder, object) == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

func schemaFolder(t *testing.T) string {
	t.Helper()
	var module struct{ Dir, Sum, Error string }
	if err := json.Unmarshal([]byte(output(t, exec.Command("go", "mod", "download", "-json", schemas))), &module); err != nil {
		t.Fatal(err)
	}
	if module.Sum != schemasSum {
		t.Fatalf("%s has the hash %q, want %q: %s", schemas, module.Sum, schemasSum, module.Error)
	}
	return filepath.Join(module.Dir, "pkg", "openapiclient", "builtins", kubernetesVersion)
}

// validate checks an object against the schema of its kind and, like a strict API
// server, refuses unknown fields.
func validate(t *testing.T, folder string, object []byte) error {
	t.Helper()
	var kind struct{ APIVersion, Kind string }
	if err := json.Unmarshal(object, &kind); err != nil {
		t.Fatal(err)
	}
	group, version := path.Split(kind.APIVersion)
	file := filepath.Join(folder, "api", version+".json")
	if group != "" {
		file = filepath.Join(folder, "apis", group, version+".json")
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(content)))
	if err != nil {
		t.Fatal(err)
	}
	types := document.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	pointer := ""
	for name, schema := range types {
		if _, listed := schema.(map[string]any)["properties"]; listed {
			schema.(map[string]any)["additionalProperties"] = false
		}
		if strings.HasSuffix(name, "."+version+"."+kind.Kind) {
			pointer = "#/components/schemas/" + name
		}
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("file:///kubernetes.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("file:///kubernetes.json" + pointer)
	if pointer == "" || err != nil {
		t.Fatalf("%s has no %s: %v", file, kind.Kind, err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(object)))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}
