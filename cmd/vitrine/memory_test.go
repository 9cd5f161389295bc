package main

import (
	"os"
	"path/filepath"
	"testing"
)

// What a control group allows is found in both of its versions; a container sees its own as the root.
func TestGroupMemory(t *testing.T) {
	t.Parallel()
	const own, second, first = "proc/self/cgroup", "sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"a container":                     {map[string]string{own: "0::/\n", second: "262144000\n"}, 262144000},
		"a unit of systemd":               {map[string]string{own: "0::/system.slice/vitrine.service\n", "sys/fs/cgroup/system.slice/vitrine.service/memory.max": "1000\n"}, 1000},
		"a container of another's making": {map[string]string{own: "0::/../other\n", second: "1000\n"}, 1000},
		"no limit":                        {map[string]string{own: "0::/\n", second: "max\n"}, 0},
		"the first version":               {map[string]string{own: "4:memory:/x\n", first: "1000\n"}, 1000},
		"the first version, no limit":     {map[string]string{first: "9223372036854771712\n"}, 0},
		"no control groups":               {nil, 0},
	} {
		root := t.TempDir()
		for file, content := range c.files {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := groupMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestConnectionsFitTheMemory(t *testing.T) {
	t.Parallel()
	for most, want := range map[int64]string{
		0:         "",
		100 << 20: "pool_max_conns=4&statement_cache_capacity=48",
		250 << 20: "pool_max_conns=4&statement_cache_capacity=48",
		1 << 30:   "pool_max_conns=15&statement_cache_capacity=48",
		2 << 30:   "",
	} {
		if got := connections(most).Encode(); got != want {
			t.Errorf("with %d MiB %q, want %q", most>>20, got, want)
		}
	}
}
