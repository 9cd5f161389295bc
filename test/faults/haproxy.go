package main

import (
	_ "embed"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"text/template"
	"time"
)

//go:embed haproxy.cfg
var haproxyConfig string

// balance starts HAProxy before the instances and returns its URL.
func (w *world) balance() (string, error) {
	program, err := exec.LookPath("haproxy")
	if err != nil {
		if program = "/usr/sbin/haproxy"; !exists(program) {
			return "", errors.New("haproxy is missing (Debian: apt-get install haproxy)")
		}
	}
	address, err := freeAddress()
	if err != nil {
		return "", err
	}
	var config strings.Builder
	var hosts []string
	for _, i := range w.instances {
		hosts = append(hosts, i.host)
	}
	if err := template.Must(template.New("").Parse(haproxyConfig)).Execute(&config, map[string]any{"Address": address, "Hosts": hosts}); err != nil {
		return "", err
	}
	file := filepath.Join(w.dir, "haproxy.cfg")
	if err := os.WriteFile(file, []byte(config.String()), 0o644); err != nil {
		return "", err
	}
	cmd := exec.Command(program, "-db", "-f", file)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		return "", err
	}
	w.unbalance = sync.OnceFunc(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	w.cleanup(w.unbalance)
	for began := time.Now(); time.Since(began) < 10*time.Second; time.Sleep(50 * time.Millisecond) {
		if res, err := quick.Get("http://" + address + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return "http://" + address, w.wait(time.Second) // for the checks of all instances
			}
		}
	}
	return "", fmt.Errorf("haproxy is not ready: %s", complaints.String())
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
