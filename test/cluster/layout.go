package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"text/template"
)

//go:embed conf
var conf embed.FS

// cluster describes what runs where. up writes it to its directory; all other
// commands read it.
type cluster struct {
	Dir                                      string
	Synchronous                              bool
	Delay                                    string // between a primary and its replicas; empty is none
	Pooled                                   bool   // instances use PgBouncer
	Spread                                   bool   // instances read lists from replicas
	Etcd, Peers                              [3]int
	Nodes                                    [3]node
	Instances                                [3]instance
	Web, Primary, Replicas, Bouncer, RedisAt int
}

// node is a PostgreSQL with its Patroni.
type node struct {
	Name             string
	Port, REST, Link int // Link is its address for the other nodes
}

// instance is a Vitrine.
type instance struct {
	Name string
	Port int
}

func defaultDir() string { return fmt.Sprintf("/var/tmp/vitrine-cluster-%d", os.Getuid()) }

// plan chooses free ports and creates the directory.
func plan(c *cluster) error {
	if _, err := os.Stat(c.file("cluster.json")); err == nil {
		return fmt.Errorf("there is a cluster in %s already; see status, or end it by down", c.Dir)
	}
	used := map[int]bool{}
	for i := range 3 {
		c.Etcd[i], c.Peers[i] = freePort(used), freePort(used)
		n := node{Name: "postgres" + strconv.Itoa(i+1), Port: freePort(used), REST: freePort(used)}
		n.Link = n.Port
		if c.Delay != "" {
			n.Link = freePort(used)
		}
		c.Nodes[i] = n
		c.Instances[i] = instance{"vitrine" + strconv.Itoa(i+1), freePort(used)}
	}
	c.Web, c.Primary, c.Replicas, c.Bouncer, c.RedisAt = freePort(used), freePort(used), freePort(used), freePort(used), freePort(used)
	if err := c.mkdir("."); err != nil {
		return err
	}
	content, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return c.write("cluster.json", content)
}

// open reads the plan of a started cluster.
func open(dir string) (*cluster, error) {
	content, err := os.ReadFile(filepath.Join(dir, "cluster.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no cluster in %s; start one by up", dir)
	}
	if err != nil {
		return nil, err
	}
	c := &cluster{}
	return c, json.Unmarshal(content, c)
}

// freePort returns a port below those of outgoing connections.
func freePort(used map[int]bool) int {
	for {
		port := 20000 + rand.IntN(10000)
		listener, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil || used[port] {
			continue
		}
		listener.Close()
		used[port] = true
		return port
	}
}

func (c *cluster) file(name string) string { return filepath.Join(c.Dir, name) }

func (c *cluster) mkdir(name string) error {
	if err := os.MkdirAll(c.file(name), 0o755); err != nil {
		return err
	}
	return c.own(name, 0o700)
}

func (c *cluster) write(name string, content []byte) error {
	if err := os.WriteFile(c.file(name), content, 0o600); err != nil {
		return err
	}
	return c.own(name, 0o600)
}

// own gives a file to the user of the programs.
func (c *cluster) own(name string, mode os.FileMode) error {
	uid, gid := servant()
	return errors.Join(os.Chown(c.file(name), uid, gid), os.Chmod(c.file(name), mode))
}

// configure fills in a template of conf.
func (c *cluster) configure(name, to string, values any) error {
	t, err := template.ParseFS(conf, "conf/"+name)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(c.file(to), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(t.Execute(file, values), file.Close(), c.own(to, 0o600))
}

// servant is the user of the programs. PostgreSQL refuses root, so root uses
// postgres, or nobody.
func servant() (uid, gid int) {
	if uid = os.Getuid(); uid != 0 {
		return uid, os.Getgid()
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ = strconv.Atoi(u.Uid)
			gid, _ = strconv.Atoi(u.Gid)
			return uid, gid
		}
	}
	return 65534, 65534
}

// Addresses in the cluster.

func (c *cluster) webURL() string { return fmt.Sprintf("http://127.0.0.1:%d", c.Web) }

func (c *cluster) databaseURL(port int, query string) string {
	return fmt.Sprintf("postgres://vitrine@127.0.0.1:%d/vitrine?sslmode=disable%s", port, query)
}

func (c *cluster) redisURL() string { return fmt.Sprintf("redis://127.0.0.1:%d/0", c.RedisAt) }
