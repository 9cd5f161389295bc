package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// A superuser's URL works, but with a warning.
func TestSuperuserIsWarnedOf(t *testing.T) {
	t.Parallel()
	database := owned(t, "examined", pgtest.Database(t))
	if f := admin.ExamineLogin(t.Context(), database.admin); !strings.Contains(f.What, "row security does not hold") || !strings.Contains(f.Advice, "owns nothing") {
		t.Errorf("of a superuser it is said: %+v", f)
	}
	if f := admin.ExamineLogin(t.Context(), database.plain); f.Advice != "" || !strings.Contains(f.What, "examined") {
		t.Errorf("of a plain role it is said: %+v", f)
	}
}
