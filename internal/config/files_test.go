package config

import (
	"strings"
	"testing"
)

func TestStorageQuota(t *testing.T) {
	for value, want := range map[string]int64{"0": 0, "1048576": 1 << 20, "500 MiB": 500 << 20, "10GiB": 10 << 30, "2 tib": 2 << 40, "7 B": 7} {
		var got int64
		if err := byteSize(&got, value); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", value, got, err, want)
		}
	}
	for _, value := range []string{"-1", "ten", "1 GB", "1.5 GiB", "GiB", "99999999999 TiB"} {
		if err := byteSize(new(int64), value); err == nil {
			t.Errorf("%q is taken", value)
		}
	}
}

func TestPlaceOfFiles(t *testing.T) {
	for value, good := range map[string]bool{"/var/lib/vitrine/files": true, "s3://bucket?endpoint=https://s3.example.org": true, "files": false, "s3://": false} {
		if err := filesPlace(new(string), value); (err == nil) != good {
			t.Errorf("%q: %v", value, err)
		}
	}
	_, err := Read(environment(map[string]string{"DATABASE_URL": database, "VITRINE_FILES": "s3://bucket?endpoint=https://s3.example.org"}))
	if err == nil || !strings.Contains(err.Error(), "VITRINE_FILES_ACCESS_KEY: is required for a bucket") {
		t.Errorf("a bucket without keys: %v", err)
	}
}
