package deploy

import (
	"net/netip"
	"slices"
	"testing"

	networking "k8s.io/api/networking/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// Pods reach names, the database and what else they need, each by its port, and nothing
// else: not the metadata of a cloud, nor whatever listens in the cluster.
func TestPodsReachOnlyWhatTheyNeed(t *testing.T) {
	for name, want := range map[string]struct {
		pod   string
		ports []int32
	}{
		"egress.yaml":         {"deployment.yaml", []int32{53, 443, 465, 587, 4318, 5432, 6379, 9000}},
		"migrate/egress.yaml": {"migrate/job.yaml", []int32{53, 5432}},
	} {
		policy := manifest[networking.NetworkPolicy](t, name).Spec
		if !slices.Equal(policy.PolicyTypes, []networking.PolicyType{networking.PolicyTypeEgress}) {
			t.Errorf("%s is about %v", name, policy.PolicyTypes)
		}
		selects, err := meta.LabelSelectorAsSelector(&policy.PodSelector)
		if err != nil {
			t.Fatal(err)
		}
		for pod, of := range pods(t) {
			if selects.Matches(labels.Set(of.Labels)) != (pod == want.pod) {
				t.Errorf("%s is not about %s alone", name, want.pod)
			}
		}
		var ports []int32
		for _, rule := range policy.Egress {
			if len(rule.Ports) == 0 {
				t.Errorf("%s opens all ports to %+v", name, rule.To)
			}
			for _, p := range rule.Ports {
				if p.EndPort != nil || p.Port.IntVal == 0 {
					t.Errorf("%s opens %+v", name, p)
				}
				ports = append(ports, p.Port.IntVal)
			}
			reachesNoMetadata(t, name, rule)
		}
		slices.Sort(ports)
		if ports = slices.Compact(ports); !slices.Equal(ports, want.ports) {
			t.Errorf("%s opens the ports %v, want %v", name, ports, want.ports)
		}
	}
}

// reachesNoMetadata requires that the web is open without the addresses at which clouds
// give out keys, and names are asked for in the cluster alone.
func reachesNoMetadata(t *testing.T, name string, rule networking.NetworkPolicyEgressRule) {
	t.Helper()
	asks := slices.ContainsFunc(rule.Ports, func(p networking.NetworkPolicyPort) bool { return p.Port.IntVal == 53 })
	web := slices.ContainsFunc(rule.Ports, func(p networking.NetworkPolicyPort) bool { return p.Port.IntVal == 443 })
	if asks && (len(rule.To) != 1 || rule.To[0].NamespaceSelector == nil || len(rule.To[0].NamespaceSelector.MatchLabels) == 0) {
		t.Errorf("%s: names are asked for at %+v", name, rule.To)
	}
	if web && len(rule.To) == 0 {
		t.Errorf("%s opens the web to every address", name)
	}
	for _, to := range rule.To {
		if to.IPBlock == nil {
			continue
		}
		for _, metadata := range []string{"169.254.169.254", "fd00:ec2::254"} {
			address := netip.MustParseAddr(metadata)
			except := slices.ContainsFunc(to.IPBlock.Except, func(block string) bool { return netip.MustParsePrefix(block).Contains(address) })
			if netip.MustParsePrefix(to.IPBlock.CIDR).Contains(address) && !except {
				t.Errorf("%s: %s reaches %s", name, to.IPBlock.CIDR, metadata)
			}
		}
	}
}
