package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// needed lists the programs of a cluster and their Debian packages.
var needed = []struct{ program, packages string }{
	{"patroni", "patroni python3-etcd"},
	{"patronictl", "patroni"},
	{"etcd", "etcd-server"},
	{"haproxy", "haproxy"},
	{"pgbouncer", "pgbouncer"},
	{"redis-server", "redis-server"},
	{"psql", "postgresql"},
	{"initdb", "postgresql"},
}

// find looks in Debian's directories, some of which are in few paths.
func find(program string) (string, error) {
	if path, err := exec.LookPath(program); err == nil {
		return path, nil
	}
	versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program)
	slices.Sort(versions)
	slices.Reverse(versions)
	for _, path := range append(versions, "/usr/sbin/"+program, "/usr/local/pgsql/bin/"+program) {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed", program)
}

// programs finds all needed programs, or says how to install them.
func programs() (map[string]string, error) {
	found, missing := map[string]string{}, []string{}
	for _, n := range needed {
		path, err := find(n.program)
		if err != nil {
			missing = append(missing, strings.Fields(n.packages)...)
		}
		found[n.program] = path
	}
	if len(missing) == 0 {
		if err := exec.Command("/usr/bin/python3", "-c", "import etcd").Run(); err != nil { // needed by Debian's Patroni, which only suggests it
			missing = append(missing, "python3-etcd")
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	slices.Sort(missing)
	return nil, errors.New("some programs are missing; on Debian, install them by\n  apt-get install --no-install-recommends " +
		strings.Join(slices.Compact(missing), " "))
}
