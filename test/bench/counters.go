package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// used is the processor time of PostgreSQL so far: the postmaster, its
// children, and those that have ended. A child that ends meanwhile would be
// counted twice or not at all, so the sum is repeated until the children are
// the same before and after.
func (d database) used() (time.Duration, error) {
	for {
		before, err := children(d.postmaster)
		if err != nil {
			return 0, err
		}
		total := processTime(d.postmaster) + endedTime(d.postmaster)
		for _, child := range before {
			total += processTime(child)
		}
		after, err := children(d.postmaster)
		if err != nil || slices.Equal(before, after) {
			return total, err
		}
	}
}

// settle waits until no child of PostgreSQL starts or ends, so that the last
// load generator's work is not counted for the next.
func (d database) settle() error {
	before, err := children(d.postmaster)
	for err == nil {
		time.Sleep(200 * time.Millisecond)
		var after []int
		if after, err = children(d.postmaster); slices.Equal(before, after) {
			break
		}
		before = after
	}
	return err
}

func children(pid int) ([]int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		return nil, err
	}
	var found []int
	for child := range strings.FieldsSeq(string(text)) {
		n, err := strconv.Atoi(child)
		if err != nil {
			return nil, err
		}
		found = append(found, n)
	}
	slices.Sort(found)
	return found, nil
}

// Field numbers in /proc/PID/stat, after the name. Each is followed by its
// neighbour: time in the program and in the kernel.
const (
	ownTicks   = 11
	endedTicks = 13 // of children that have ended
)

// processTime is the processor time of a process, 0 if it has ended.
func processTime(pid int) time.Duration { return ticks(pid, ownTicks) }

// endedTime is the processor time of a process's ended children.
func endedTime(pid int) time.Duration { return ticks(pid, endedTicks) }

func ticks(pid, field int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	program, _ := strconv.Atoi(fields[field])
	kernel, _ := strconv.Atoi(fields[field+1])
	return time.Duration(program+kernel) * 10 * time.Millisecond
}
