package deploy

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	podsecurity "k8s.io/pod-security-admission/api"
	restricted "k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

const kubernetes = "deploy/kubernetes/"

// manifests lists every file of the folder except kustomizations.
func manifests(t *testing.T) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(filepath.Join(root, kubernetes)), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && entry.Name() != "kustomization.yaml" {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) < 6 {
		t.Fatalf("%d manifests: %v", len(names), err)
	}
	return names
}

// manifest decodes a file into its object. Unknown fields are an error.
func manifest[T any](t *testing.T, name string) (object T) {
	t.Helper()
	if err := yaml.UnmarshalStrict([]byte(read(t, kubernetes+name)), &object); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return object
}

func TestEveryManifestIsApplied(t *testing.T) {
	for _, name := range manifests(t) {
		var list struct{ Resources []string }
		if err := yaml.Unmarshal([]byte(read(t, kubernetes+filepath.Join(filepath.Dir(name), "kustomization.yaml"))), &list); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(list.Resources, filepath.Base(name)) {
			t.Errorf("no kustomization names %s", name)
		}
		if strings.Contains(read(t, kubernetes+name), "kind: Secret\n") {
			t.Errorf("%s ships a secret", name)
		}
	}
}

// Kubernetes' own evaluator checks the pods against its strictest standard.
func TestPodsAreRestricted(t *testing.T) {
	evaluator, err := restricted.NewEvaluator(restricted.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, pod := range pods(t) {
		level := podsecurity.LevelVersion{Level: podsecurity.LevelRestricted, Version: podsecurity.LatestVersion()}
		result := restricted.AggregateCheckResults(evaluator.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec))
		if !result.Allowed {
			t.Errorf("%s: %s", name, result.ForbiddenDetail())
		}
		if pod.Spec.AutomountServiceAccountToken == nil || *pod.Spec.AutomountServiceAccountToken {
			t.Errorf("%s is given a token of the cluster", name)
		}
		for _, c := range pod.Spec.Containers {
			if s := c.SecurityContext; s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem {
				t.Errorf("%s can write to its file system", name)
			}
			if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() {
				t.Errorf("%s has no limits", name)
			}
			wantPinned(t, name, c.Image)
		}
	}
}

func pods(t *testing.T) map[string]core.PodTemplateSpec {
	return map[string]core.PodTemplateSpec{"deployment.yaml": manifest[apps.Deployment](t, "deployment.yaml").Spec.Template,
		"migrate/job.yaml": manifest[batch.Job](t, "migrate/job.yaml").Spec.Template}
}

// Secrets are referred to, not shipped, and reach the pods as files they may
// read.
func TestPodsTakeSecretsByReference(t *testing.T) {
	given := map[string]string{}
	for name, pod := range pods(t) {
		volume := pod.Spec.Volumes[0].Secret
		if volume == nil || *volume.DefaultMode != 0o440 || pod.Spec.SecurityContext.FSGroup == nil {
			t.Fatalf("%s: want secrets for the group of the pod alone", name)
		}
		for _, other := range pod.Spec.Volumes[1:] {
			if other.EmptyDir == nil || other.EmptyDir.SizeLimit.IsZero() || other.EmptyDir.Medium != "" {
				t.Errorf("%s: %s is not a bounded folder of the pod's own, on disk", name, other.Name)
			}
		}
		given[name] = volume.SecretName
		for _, c := range pod.Spec.Containers {
			for _, v := range c.Env {
				wantNoSecret(t, name, v.Name, v.Value)
				if strings.HasSuffix(v.Name, "_FILE") && !strings.HasPrefix(v.Value, c.VolumeMounts[0].MountPath+"/") {
					t.Errorf("%s: %s is not among the secrets", name, v.Name)
				}
			}
		}
	}
	if given["deployment.yaml"] == given["migrate/job.yaml"] {
		t.Error("what serves gets to know the owner of the tables")
	}
	for name, value := range manifest[core.ConfigMap](t, "settings.yaml").Data {
		wantNoSecret(t, "settings.yaml", name, value)
		if name == "VITRINE_TRUSTED_PROXIES" && value != "" {
			t.Errorf("%q are trusted by default", value)
		}
	}
}

func TestMigrationsAreAJob(t *testing.T) {
	job, serving := manifest[batch.Job](t, "migrate/job.yaml"), manifest[apps.Deployment](t, "deployment.yaml")
	if s := job.Spec; *s.Completions != 1 || *s.Parallelism != 1 || s.Template.Spec.RestartPolicy != core.RestartPolicyNever || !slices.Equal(s.Template.Spec.Containers[0].Args, []string{"migrate"}) {
		t.Error("the job must migrate once")
	}
	if c := serving.Spec.Template.Spec.Containers[0]; !slices.Equal(c.Args, []string{"serve", "--no-migrate"}) || c.Image != job.Spec.Template.Spec.Containers[0].Image {
		t.Errorf("what serves, %s %q, must be of the same release and leave the schema alone", c.Image, c.Args)
	}
}

// The liveness probe never asks the database; the readiness probe does, often
// enough to notice draining.
func TestProbes(t *testing.T) {
	pod := manifest[apps.Deployment](t, "deployment.yaml").Spec.Template.Spec
	c := pod.Containers[0]
	for what, probe := range map[string]*core.Probe{"/livez": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
		if probe.HTTPGet.Path != what || probe.HTTPGet.Port.StrVal != c.Ports[0].Name {
			t.Errorf("a probe asks %s at %s", probe.HTTPGet.Path, &probe.HTTPGet.Port)
		}
	}
	if p := c.ReadinessProbe; p.PeriodSeconds*p.FailureThreshold >= 5 {
		t.Errorf("an instance that drains is noticed after %d s, and stops after 5", p.PeriodSeconds*p.FailureThreshold)
	}
	if c.StartupProbe.HTTPGet.Path != "/livez" || *pod.TerminationGracePeriodSeconds != 35 {
		t.Error("starting and stopping are not as docs/operating.md has them")
	}
}

// Every selector selects the serving pods, and no others.
func TestSelectorsMeetTheServingPods(t *testing.T) {
	deployment, scaler := manifest[apps.Deployment](t, "deployment.yaml"), manifest[autoscaling.HorizontalPodAutoscaler](t, "autoscaling.yaml")
	network := manifest[networking.NetworkPolicy](t, "network.yaml")
	budget, service := manifest[policy.PodDisruptionBudget](t, "disruption.yaml"), manifest[core.Service](t, "service.yaml")
	for what, selector := range map[string]*meta.LabelSelector{"the deployment": deployment.Spec.Selector, "the budget": budget.Spec.Selector,
		"the service": {MatchLabels: service.Spec.Selector}, "the network policy": &network.Spec.PodSelector, "the spread": deployment.Spec.Template.Spec.TopologySpreadConstraints[0].LabelSelector} {
		selects, err := meta.LabelSelectorAsSelector(selector)
		if err != nil || !selects.Matches(labels.Set(deployment.Spec.Template.Labels)) {
			t.Errorf("%s does not select what serves: %v", what, err)
		} else if selects.Matches(labels.Set(pods(t)["migrate/job.yaml"].Labels)) {
			t.Errorf("%s selects what migrates", what)
		}
	}
	if to := scaler.Spec.ScaleTargetRef; to.Kind != "Deployment" || to.Name != deployment.Name || to.APIVersion != deployment.APIVersion {
		t.Errorf("the scaler scales %+v", to)
	}
	if deployment.Spec.Replicas != nil || *scaler.Spec.MinReplicas < 2 || budget.Spec.MaxUnavailable.IntVal != 1 {
		t.Error("the scaler alone says how many there are; two at least, of which one may go at a time")
	}
	if ports := service.Spec.Ports; service.Spec.Type != core.ServiceTypeClusterIP || len(ports) != 1 || ports[0].TargetPort.StrVal != "http" {
		t.Errorf("the service is a %s with the ports %+v; want one, not to metrics, not open to the outside", service.Spec.Type, ports)
	}
}
