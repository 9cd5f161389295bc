package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"time"
)

// member is a node as Patroni describes it.
type member struct {
	Name, Role, State string
	Lag               any // bytes, or "unknown"
}

// members asks the first Patroni that answers.
func (c *cluster) members() ([]member, error) {
	client := http.Client{Timeout: time.Second}
	var failed error
	for _, n := range c.Nodes {
		res, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/cluster", n.REST))
		if err != nil {
			failed = err
			continue
		}
		defer res.Body.Close()
		var seen struct{ Members []member }
		return seen.Members, json.NewDecoder(res.Body).Decode(&seen)
	}
	return nil, failed
}

// leader returns the primary by its own account: it holds the lock.
func (c *cluster) leader() (node, error) {
	for _, n := range c.Nodes {
		if answers(fmt.Sprintf("http://127.0.0.1:%d/primary", n.REST)) == nil {
			return n, nil
		}
	}
	return node{}, errors.New("no node is the primary")
}

// complete checks that a primary has two replicas following it, one of them
// synchronous if required.
func (c *cluster) complete() error {
	members, err := c.members()
	if err != nil {
		return err
	}
	roles := map[string]int{}
	for _, m := range members {
		if m.State == "running" || m.State == "streaming" {
			roles[m.Role]++
		}
	}
	standby := 0
	if c.Synchronous {
		standby = 1
	}
	if roles["leader"] != 1 || roles["sync_standby"] != standby || roles["replica"] != 2-standby {
		return fmt.Errorf("PostgreSQL is not complete: %v", roles)
	}
	return nil
}

// synchronous returns the node that a commit waits for.
func (c *cluster) synchronous() (node, error) {
	members, err := c.members()
	if err != nil {
		return node{}, err
	}
	for i, n := range c.Nodes {
		if slices.ContainsFunc(members, func(m member) bool { return m.Role == "sync_standby" && m.Name == n.Name }) {
			return c.Nodes[i], nil
		}
	}
	return node{}, errors.New("no node is synchronous")
}

// switchover makes another node the primary, in an orderly way.
func (c *cluster) switchover() error {
	program, err := find("patronictl")
	if err != nil {
		return err
	}
	leader, err := c.leader()
	if err != nil {
		return err
	}
	out, err := exec.Command(program, "-c", c.file(leader.Name+".yml"), "switchover", "vitrine", "--master", leader.Name, "--force").CombinedOutput()
	if err != nil {
		return fmt.Errorf("patronictl switchover: %w: %s", err, out)
	}
	return nil
}
