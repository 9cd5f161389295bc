package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// up starts everything, in order of dependency.
func (c *cluster) up() error {
	found, err := programs()
	if err != nil {
		return err
	}
	if err := plan(c); err != nil {
		return err
	}
	if err := c.build(); err != nil {
		return err
	}
	steps := []string{"etcd1", "etcd2", "etcd3", "redis", "postgres1", "postgres2", "postgres3", "haproxy", "pgbouncer"}
	for _, name := range steps {
		if err := c.run(name, found); err != nil {
			return err
		}
	}
	if err := eventually(90*time.Second, "PostgreSQL has a primary and two replicas", func() error {
		for _, name := range steps {
			if c.pid(name) == 0 {
				return fmt.Errorf("%s does not run: %w", name, errHopeless)
			}
		}
		return c.complete()
	}); err != nil {
		return err
	}
	if err := c.prepare(); err != nil {
		return err
	}
	for _, i := range c.Instances {
		if err := c.run(i.Name, found); err != nil {
			return err
		}
	}
	return eventually(time.Minute, "all instances are ready", func() error {
		for _, i := range c.Instances {
			if err := answers(fmt.Sprintf("http://127.0.0.1:%d/readyz", i.Port)); err != nil {
				return err
			}
		}
		return answers(c.webURL() + "/readyz")
	})
}

// build builds our programs of the cluster.
func (c *cluster) build() error {
	if err := errors.Join(os.MkdirAll(c.file("bin"), 0o755), os.Chmod(c.Dir, 0o711)); err != nil {
		return err
	}
	for name, from := range map[string]string{"vitrine": "vitrine/cmd/vitrine", "cluster": "vitrine/test/cluster"} {
		if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", c.file("bin/"+name), from).CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", from, err, out)
		}
	}
	return nil
}

// run starts one program by name.
func (c *cluster) run(name string, found map[string]string) error {
	kind := strings.TrimRight(name, "0123456789")
	nr, _ := strconv.Atoi(strings.TrimPrefix(name, kind))
	if nr < 0 || nr > 3 {
		return fmt.Errorf("nothing is called %s", name)
	}
	switch {
	case kind == "etcd" && nr > 0:
		return c.runEtcd(nr-1, found["etcd"])
	case kind == "postgres" && nr > 0:
		return c.runNode(c.Nodes[nr-1], found)
	case kind == "vitrine" && nr > 0:
		return c.runInstance(c.Instances[nr-1])
	case name == "redis":
		return c.start(name, nil, found["redis-server"], "--bind", "127.0.0.1", "--port", strconv.Itoa(c.RedisAt), "--save", "", "--appendonly", "no", "--dir", c.Dir)
	case name == "haproxy":
		if err := c.configure("haproxy.cfg", "haproxy.cfg", c); err != nil {
			return err
		}
		return c.start(name, nil, found["haproxy"], "-db", "-f", c.file("haproxy.cfg"))
	case name == "pgbouncer":
		if err := errors.Join(c.configure("pgbouncer.ini", "pgbouncer.ini", c), c.write("users.txt", []byte(`"vitrine" ""`+"\n"))); err != nil {
			return err
		}
		return c.start(name, nil, found["pgbouncer"], c.file("pgbouncer.ini"))
	}
	return fmt.Errorf("nothing is called %s; there are etcd1 to 3, postgres1 to 3, vitrine1 to 3, haproxy, pgbouncer and redis", name)
}

func (c *cluster) runEtcd(i int, program string) error {
	name := "etcd" + strconv.Itoa(i+1)
	if err := c.mkdir(name); err != nil {
		return err
	}
	var all []string
	for n, peer := range c.Peers {
		all = append(all, fmt.Sprintf("etcd%d=http://127.0.0.1:%d", n+1, peer))
	}
	client, peer := fmt.Sprintf("http://127.0.0.1:%d", c.Etcd[i]), fmt.Sprintf("http://127.0.0.1:%d", c.Peers[i])
	return c.start(name, nil, program, "--name", name, "--data-dir", c.file(name), "--listen-client-urls", client, "--advertise-client-urls", client,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", strings.Join(all, ","), "--enable-v2", "--logger", "zap", "--log-level", "warn")
}

func (c *cluster) runNode(n node, found map[string]string) error {
	if err := c.mkdir(n.Name); err != nil {
		return err
	}
	initdb, err := filepath.EvalSymlinks(found["initdb"]) // the others are beside it
	if err != nil {
		return err
	}
	values := struct {
		node
		*cluster
		Dir, BinDir string
	}{n, c, c.file(n.Name), filepath.Dir(initdb)}
	if err := c.configure("patroni.yml", n.Name+".yml", values); err != nil {
		return err
	}
	if c.Delay != "" {
		if err := c.start("link-"+n.Name, nil, c.file("bin/cluster"), "link", strconv.Itoa(n.Link), strconv.Itoa(n.Port), c.Delay); err != nil {
			return err
		}
	}
	return c.start(n.Name, nil, found["patroni"], c.file(n.Name+".yml"))
}

func (c *cluster) runInstance(i instance) error {
	port, query := c.Primary, ""
	if c.Pooled {
		port, query = c.Bouncer, "&default_query_exec_mode=cache_describe"
	}
	replicas := ""
	if c.Spread {
		replicas = c.databaseURL(c.Replicas, "")
	}
	return c.start(i.Name, []string{"DATABASE_URL=" + c.databaseURL(port, query), "DATABASE_REPLICA_URL=" + replicas, "REDIS_URL=" + c.redisURL(), fmt.Sprintf("VITRINE_LISTEN=127.0.0.1:%d", i.Port),
		"VITRINE_TRUSTED_PROXIES=127.0.0.1/32", "VITRINE_PWNED_PASSWORDS_URL=off", "VITRINE_RATE_LIMIT_API=1000000000", "VITRINE_RATE_LIMIT_AUTH=1000000000", "GOTRACEBACK=all"},
		c.file("bin/vitrine"), "serve", "--no-migrate")
}

// prepare creates the database, as a role that is not a superuser, and its
// schema. The instances only serve.
func (c *cluster) prepare() error {
	leader, err := c.leader()
	if err != nil {
		return err
	}
	for _, sql := range []string{"create role vitrine login createrole", "create database vitrine owner vitrine"} {
		if _, err := c.psql(leader, "postgres", "postgres", sql); err != nil {
			return err
		}
	}
	return eventually(20*time.Second, "the schema is made", func() error { // HAProxy may not have seen the primary yet
		migrate := exec.Command(c.file("bin/vitrine"), "migrate")
		migrate.Env = []string{"DATABASE_URL=" + c.databaseURL(c.Primary, "")}
		if out, err := migrate.CombinedOutput(); err != nil {
			return fmt.Errorf("vitrine migrate: %w\n%s", err, out)
		}
		return nil
	})
}

// psql runs SQL on a node directly.
func (c *cluster) psql(n node, user, database, sql string) (string, error) {
	program, err := find("psql")
	if err != nil {
		return "", err
	}
	cmd := exec.Command(program, fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable&connect_timeout=3", user, n.Port, database), "-XAtqv", "ON_ERROR_STOP=1", "-c", sql)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s on %s: %w: %s", sql, n.Name, err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// down ends and deletes everything, if there is anything.
func (c *cluster) down() error {
	for _, names := range [][]string{{"vitrine1", "vitrine2", "vitrine3"}, {"pgbouncer", "haproxy", "redis"}, {"postgres1", "postgres2", "postgres3"},
		{"link-postgres1", "link-postgres2", "link-postgres3"}, {"etcd1", "etcd2", "etcd3"}} {
		ended := make(chan error)
		for _, name := range names {
			go func() { ended <- c.end(name) }()
		}
		var failed error
		for range names {
			failed = errors.Join(failed, <-ended)
		}
		if failed != nil {
			return failed
		}
	}
	return os.RemoveAll(c.Dir)
}

// end ends a program for good, as fast as possible without leaving anything
// behind.
func (c *cluster) end(name string) error {
	switch strings.TrimRight(name, "123") {
	case "vitrine":
		return c.stop(name, syscall.SIGINT, 10*time.Second) // does not drain
	case "postgres":
		_ = c.signal(name, syscall.SIGCONT)
		if postmaster := c.postmaster(name); postmaster != 0 {
			_ = syscall.Kill(postmaster, syscall.SIGQUIT) // frees its shared memory
		}
		return c.stop(name, syscall.SIGKILL, 10*time.Second)
	}
	return c.stop(name, syscall.SIGTERM, 10*time.Second)
}

// answers checks that a page is 200.
func answers(url string) error {
	client := http.Client{Timeout: 2 * time.Second}
	res, err := client.Get(url)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, res.Status)
	}
	return nil
}
