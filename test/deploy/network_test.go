package deploy

import (
	"slices"
	"testing"

	apps "k8s.io/api/apps/v1"
	networking "k8s.io/api/networking/v1"
)

// Requests may come from anywhere, scrapes only from labelled namespaces, and
// nothing else is admitted.
func TestMetricsAreForALabelledNamespace(t *testing.T) {
	policy := manifest[networking.NetworkPolicy](t, "network.yaml").Spec
	if !slices.Equal(policy.PolicyTypes, []networking.PolicyType{networking.PolicyTypeIngress}) {
		t.Fatalf("the policy is about %v", policy.PolicyTypes)
	}
	let := map[string][]networking.NetworkPolicyPeer{}
	for _, rule := range policy.Ingress {
		if len(rule.Ports) != 1 || rule.Ports[0].Port == nil {
			t.Fatalf("the rule %+v is not about one port", rule)
		}
		let[rule.Ports[0].Port.StrVal] = rule.From
	}
	if from, ok := let["http"]; !ok || len(from) > 0 {
		t.Errorf("requests are let in from %+v", from)
	}
	from := let["metrics"]
	if len(from) != 1 || from[0].NamespaceSelector == nil || len(from[0].NamespaceSelector.MatchLabels) != 1 || from[0].IPBlock != nil {
		t.Errorf("metrics are shown to %+v, want namespaces with a label", from)
	}
	ports := manifest[apps.Deployment](t, "deployment.yaml").Spec.Template.Spec.Containers[0].Ports
	for _, p := range ports {
		if _, ok := let[p.Name]; !ok {
			t.Errorf("nobody gets to the port %s", p.Name)
		}
	}
	if len(let) != len(ports) {
		t.Errorf("the policy has %d ports and the pod %d", len(let), len(ports))
	}
}
