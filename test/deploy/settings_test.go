package deploy

import (
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
)

// What the operator sets reaches the service; what is unset stays the default.
func TestComposePassesSettingsThrough(t *testing.T) {
	set := map[string]string{"VITRINE_REGISTRATION": "closed", "VITRINE_PUBLIC_URL": "https://vitrine.example.org", "VITRINE_TRUSTED_PROXIES": "10.0.0.1/32",
		"VITRINE_CORS_ORIGINS": "https://app.example.org", "VITRINE_SMTP_URL_FILE": "/run/secrets/smtp_url", "VITRINE_MAIL_FROM": "Vitrine <vitrine@example.org>",
		"VITRINE_RATE_LIMIT_API": "600", "VITRINE_RATE_LIMIT_AUTH": "3", "VITRINE_SERVER_NUMBER": "7", "REDIS_URL": "redis://valkey:6379",
		"VITRINE_FILES": "s3://vitrine?endpoint=https://s3.example.org", "VITRINE_FILES_ACCESS_KEY_FILE": "/run/secrets/files_access_key",
		"VITRINE_FILES_SECRET_KEY_FILE": "/run/secrets/files_secret_key", "VITRINE_STORAGE_QUOTA": "1 GiB", "VITRINE_IMAGE_HELPER": "/usr/bin/vipsthumbnail",
		"VITRINE_RATE_LIMIT_FILES": "100"}
	unset := map[string]string{"VITRINE_REGISTRATION": "invite", "VITRINE_SERVER_NUMBER": "0", "VITRINE_FILES": "/var/lib/vitrine/files"}
	var environ []string
	for name, value := range set {
		environ = append(environ, name+"="+value)
	}
	given, usual := compose(t, environ...).Services, compose(t).Services
	for name, value := range set {
		if got := given["vitrine"].Environment[name]; got == nil || *got != value {
			t.Errorf("%s does not reach the service", name)
		}
		if got := usual["vitrine"].Environment[name]; got == nil || *got != unset[name] {
			t.Errorf("%s is not %q when it is unset", name, unset[name])
		}
	}
	if got := given["migrate"].Environment["VITRINE_SERVER_NUMBER"]; got == nil || *got != "7" {
		t.Error("migrations take the ids from another range than the service")
	}
}

// The job is given the number of the server too: it sets the ranges of ids.
func TestKubernetesMigratesAndServesOneServer(t *testing.T) {
	job := manifest[batch.Job](t, "migrate/job.yaml").Spec.Template.Spec.Containers[0]
	serving, migrating := manifest[core.ConfigMap](t, "settings.yaml"), manifest[core.ConfigMap](t, "migrate/settings.yaml")
	if len(job.EnvFrom) != 1 || job.EnvFrom[0].ConfigMapRef.Name != migrating.Name {
		t.Errorf("the job takes its settings from %+v", job.EnvFrom)
	}
	const number = "VITRINE_SERVER_NUMBER"
	if migrating.Data[number] == "" || migrating.Data[number] != serving.Data[number] {
		t.Errorf("%s is %q for migrations and %q for the service", number, migrating.Data[number], serving.Data[number])
	}
	for _, name := range []string{"VITRINE_SMTP_URL_FILE", "VITRINE_MAIL_FROM", "VITRINE_RATE_LIMIT_API", "VITRINE_RATE_LIMIT_AUTH", "VITRINE_REGISTRATION",
		"VITRINE_FILES", "VITRINE_FILES_ACCESS_KEY_FILE", "VITRINE_FILES_SECRET_KEY_FILE", "VITRINE_STORAGE_QUOTA", "VITRINE_RATE_LIMIT_FILES"} {
		if _, listed := serving.Data[name]; !listed {
			t.Errorf("settings.yaml does not list %s", name)
		}
	}
}
