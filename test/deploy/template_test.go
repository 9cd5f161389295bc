package deploy

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"
)

// The templates of other people's systems cannot be run here. They run the same image, locked in as
// deploy/compose.local.yaml has it, with all data in one place.
func TestTemplatesLockTheContainerIn(t *testing.T) {
	want := composeOf(t, "deploy/compose.local.yaml").Services["vitrine"]
	for _, name := range []string{"truenas", "synology"} {
		got := composeOf(t, "deploy/templates/"+name+".yaml").Services["vitrine"]
		if got.Image != want.Image || !got.ReadOnly || !slices.Equal(got.CapDrop, want.CapDrop) || !slices.Equal(got.SecurityOpt, want.SecurityOpt) ||
			got.MemLimit != want.MemLimit || got.StopGracePeriod == nil || *got.StopGracePeriod != *want.StopGracePeriod {
			t.Errorf("%s is not locked in as compose.local.yaml is: %+v", name, got)
		}
		if len(got.Volumes) != 1 || got.Volumes[0].Target != want.Volumes[0].Target || got.Privileged {
			t.Errorf("%s does not keep all in one place: %+v", name, got.Volumes)
		}
	}
	var unraid struct {
		XMLName     xml.Name `xml:"Container"`
		Repository  string
		Privileged  bool
		ExtraParams string
		Config      []struct {
			Target string `xml:",attr"`
			Type   string `xml:",attr"`
		}
	}
	if err := xml.Unmarshal([]byte(read(t, "deploy/templates/unraid.xml")), &unraid); err != nil {
		t.Fatal(err)
	}
	if unraid.Repository != want.Image || unraid.Privileged || len(unraid.Config) != 3 || unraid.Config[0].Target != want.Volumes[0].Target {
		t.Errorf("unraid.xml is %+v", unraid)
	}
	for _, flag := range []string{"--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--memory=1g", "--stop-timeout=35"} {
		if !slices.Contains(strings.Fields(unraid.ExtraParams), flag) {
			t.Errorf("unraid.xml lacks %s", flag)
		}
	}
}
