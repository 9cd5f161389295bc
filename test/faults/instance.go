package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"
)

// instance is a running vitrine that can be killed and restarted at its
// address.
type instance struct {
	number    int
	url, host string
	command   []string
	env       []string
	logFile   string
	cmd       *exec.Cmd
	ended     chan struct{}
	asked     bool // to end
}

// serve starts n instances on a database and waits until they are ready.
func (w *world) serve(n int, database string, env ...string) error {
	for range n {
		host, err := freeAddress()
		if err != nil {
			return err
		}
		i := &instance{number: len(w.instances) + 1, command: append(slices.Clone(w.wrap), w.binary, "serve"), host: host, url: "http://" + host}
		if i.logFile = w.logs; i.logFile == "" {
			i.logFile = filepath.Join(w.dir, fmt.Sprintf("instance-%d.log", i.number))
		}
		i.env = append([]string{"DATABASE_URL=" + database, "VITRINE_LISTEN=" + host, "VITRINE_PWNED_PASSWORDS_URL=off",
			"VITRINE_RATE_LIMIT_API=1000000000", "VITRINE_RATE_LIMIT_AUTH=1000000000", "VITRINE_RATE_LIMIT_FILES=1000000000", "GOTRACEBACK=all"}, env...)
		w.instances = append(w.instances, i)
		w.cleanup(i.kill)
		if err := i.start(); err != nil {
			return err
		}
	}
	return nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// start starts the process and waits until it is ready.
func (i *instance) start() error {
	log, err := os.OpenFile(i.logFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close() // the process has its own descriptor
	i.cmd = exec.Command(i.command[0], i.command[1:]...)
	i.cmd.Env, i.cmd.Stderr = i.env, log
	i.ended, i.asked = make(chan struct{}), false
	if err := i.cmd.Start(); err != nil {
		return err
	}
	cmd, ended := i.cmd, i.ended
	go func() { _ = cmd.Wait(); close(ended) }()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		if i.status("/readyz") == http.StatusOK {
			return nil
		}
		select {
		case <-ended:
			return fmt.Errorf("instance %d ended instead of serving; its log:\n%s", i.number, tail(i.logFile, 10))
		default:
		}
	}
	return fmt.Errorf("instance %d is not ready after a minute; its log:\n%s", i.number, tail(i.logFile, 10))
}

// signal sends a signal and waits for the process to end.
func (i *instance) signal(s os.Signal) {
	i.asked = true
	_ = i.cmd.Process.Signal(s) // may have ended
	<-i.ended
}

func (i *instance) kill() {
	if i.cmd != nil && i.cmd.Process != nil {
		i.signal(syscall.SIGKILL)
	}
}

var quick = &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// status requests a page without a token; 0 means no answer.
func (i *instance) status(path string) int {
	res, err := quick.Get(i.url + path)
	if err != nil {
		return 0
	}
	res.Body.Close()
	return res.StatusCode
}

func (w *world) bases() []string {
	var all []string
	for _, i := range w.instances {
		all = append(all, i.url)
	}
	return all
}

var requestLine = regexp.MustCompile(`(?m)^.*"msg":"request".*\n`)

// tail returns the end of a log, without request lines.
func tail(file string, lines int) string {
	content, _ := os.ReadFile(file)
	content = requestLine.ReplaceAll(content, nil)
	for i, n := len(content)-1, 0; i >= 0; i-- {
		if content[i] == '\n' {
			if n++; n > lines {
				return string(content[i+1:])
			}
		}
	}
	return string(content)
}
