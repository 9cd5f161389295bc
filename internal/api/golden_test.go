package api

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// volatile is what differs from run to run.
var volatile = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`vt[ri]_[0-9A-Za-z]{49}`), "TOKEN"},
	{regexp.MustCompile(`"(created_at|updated_at|last_used_at|expires_at)":\d{10}`), `"$1":TIME`},
	{regexp.MustCompile(`u[a-z2-7]{26}@example.org`), "EMAIL"},
	{regexp.MustCompile(`"((?:\w+_)?id)":"\d+"`), `"$1":"ID"`},
	{regexp.MustCompile(`/\d+(["/?])`), "/ID$1"},    // in addresses
	{regexp.MustCompile(`([{,])"\d+":`), `$1"ID":`}, // in custom_fields
	{regexp.MustCompile(`custom_fields\.\d+`), "custom_fields.ID"},
	{regexp.MustCompile(`"next_after":"[^"]+"`), `"next_after":"CURSOR"`},
}

// Golden bodies hold the API to its bytes: a key that is renamed, retyped or
// reordered shows up here, whoever meant to change it.
func TestGoldenBodies(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.world(t)
	for _, c := range []struct {
		name, method, path string
		body               any
		who                *person
	}{
		{"health", "GET", "/api/health", nil, h.nobody()},
		{"register", "POST", "/api/register", newcomer(), h.nobody()},
		{"register-invalid", "POST", "/api/register", M{}, h.nobody()},
		{"login-refused", "POST", "/api/login", M{"email": "nobody@example.org", "password": "x"}, h.nobody()},
		{"me", "GET", "/api/me", nil, w.person},
		{"me-invalid", "PUT", "/api/me", M{"first_name": 1, "locale": "xx"}, w.person},
		{"api-key-created", "POST", "/api/administration/api", M{"label": "Night job"}, w.person},
		{"api-keys", "GET", "/api/administration/api", nil, h.owner(t)},
		{"logs", "GET", "/api/administration/logs", nil, h.owner(t)},
		{"location", "GET", "/api/locations/{location}", nil, w.person},
		{"location-created", "POST", "/api/locations", M{"name": "Attic", "emoji": "🚪"}, w.person},
		{"locations-empty", "GET", "/api/locations", nil, h.owner(t)},
		{"collection", "GET", "/api/collections/{collection}", nil, w.person},
		{"collections", "GET", "/api/collections?per_page=1", nil, w.person},
		{"collection-invalid", "POST", "/api/collections", M{"currency": "EURO"}, w.person},
		{"collection-type", "GET", "/api/collection-types/{collectionType}", nil, w.person},
		{"collection-types", "GET", "/api/collection-types", nil, w.person},
		{"collection-type-export", "GET", "/api/collection-types/{collectionType}/export", nil, w.person},
		{"collection-type-invalid", "POST", "/api/collection-types", M{"color": "red"}, w.person},
		{"collection-type-import-invalid", "POST", "/api/collection-types/import", M{"json": `{"type":{"name":"Coin","standaloneFields":[{"type":"colour"}]}}`}, w.person},
		{"custom-field-group", "GET", "/api/collection-types/{collectionType}/custom-field-groups/{group}", nil, w.person},
		{"custom-field-groups", "GET", "/api/collection-types/{collectionType}/custom-field-groups", nil, w.person},
		{"custom-field-group-invalid", "PUT", "/api/collection-types/{collectionType}/custom-field-groups/{group}/order", M{"direction": "left"}, w.person},
		{"custom-field", "GET", "/api/collection-types/{collectionType}/custom-fields/{customField}", nil, w.person},
		{"custom-fields", "GET", "/api/collection-types/{collectionType}/custom-fields", nil, w.person},
		{"custom-field-invalid", "PUT", "/api/collection-types/{collectionType}/custom-fields/{customField}", M{"options": []int{1}, "position": 0}, w.person},
		{"item", "GET", "/api/items/{item}", nil, w.person},
		{"items", "GET", "/api/collections/{collection}/items", nil, w.person},
		{"item-created", "POST", "/api/collections/{collection}/items", w.maus("book"), w.person},
		{"item-invalid", "POST", "/api/collections/{collection}/items", M{"description": 1, "custom_fields": []int{}}, w.person},
		{"item-value-invalid", "POST", "/api/collections/{collection}/items", w.maus("film"), w.person},
		{"copy", "GET", "/api/copies/{copy}", nil, w.person},
		{"copies", "GET", "/api/items/{item}/copies", nil, w.person},
		{"copy-invalid", "POST", "/api/items/{item}/copies", M{"status": "eaten", "quantity": 0, "acquired_at": "31.12.2026"}, w.person},
		{"insurance-record", "GET", "/api/copies/{copy}/insurance-records/{insuranceRecord}", nil, w.person},
		{"insurance-records", "GET", "/api/copies/{copy}/insurance-records", nil, w.person},
		{"insurance-record-invalid", "POST", "/api/copies/{copy}/insurance-records", M{"insured_value": -1, "starts_at": "2026-01-02", "ends_at": "2026-01-01"}, w.person},
		{"insurance-record-taken", "POST", "/api/copies/{copy}/insurance-records", M{"provider": "Axa", "insured_value": 1, "policy_number": "P-1"}, w.person},
		{"member", "GET", "/api/account/members/{member}", nil, w.person},
		{"members", "GET", "/api/account/members?per_page=1", nil, w.person},
		{"member-invalid", "PUT", "/api/account/members/{member}", M{"role": "king"}, w.person},
		{"member-last-owner", "DELETE", "/api/account/members/" + h.memberID(t, w.person), nil, w.person},
		{"invitation", "GET", "/api/account/invitations/{invitation}", nil, w.person},
		{"invitations", "GET", "/api/account/invitations", nil, w.person},
		{"invitation-created", "POST", "/api/account/invitations", M{"email": address(), "role": "editor"}, w.person},
		{"invitation-invalid", "POST", "/api/account/invitations", M{"email": "Grace", "role": ""}, w.person},
		{"invitation-taken", "POST", "/api/account/invitations", M{"email": w.email, "role": "viewer"}, w.person},
		{"invitation-unknown", "POST", "/api/invitations/vti_unknown/accept", M{}, h.nobody()},
		{"password-invalid", "PUT", "/api/me/password", M{"current_password": "wrong", "password": password, "password_confirmation": password}, w.person},
		{"password-forgotten", "POST", "/api/password/forgot", M{"email": "nobody@example.org"}, h.nobody()},
		{"password-reset-invalid", "POST", "/api/password/reset", M{"token": "vtp_unknown", "password": password, "password_confirmation": password}, h.nobody()},
		{"address-confirm-invalid", "POST", "/api/email/confirm", M{"token": "vtc_unknown"}, h.nobody()},
		{"address-take-back-invalid", "POST", "/api/email/take-back", M{"token": "vtb_unknown"}, h.nobody()},
		{"two-factor", "GET", "/api/me/two-factor", nil, w.person},
		{"two-factor-invalid", "DELETE", "/api/me/two-factor", M{}, w.person},
		{"two-factor-off", "DELETE", "/api/me/two-factor", M{"password": password, "code": "000000"}, w.person},
		{"location-patched", "PATCH", "/api/locations/{location}", M{"emoji": "🚪"}, w.person},
		{"body-invalid", "POST", "/api/collections", `{"name":"a","name":"b"}`, w.person},
		{"unauthenticated", "GET", "/api/collections", nil, h.nobody()},
		{"not-found", "GET", "/api/nothing", nil, w.person},
		{"not-allowed", "PATCH", "/api/health", nil, h.nobody()},
		{"too-large", "POST", "/api/locations", strings.Repeat(" ", 1<<20+1), w.person},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.who.send(t, c.method, w.fill(c.path), c.body)
			got := r.Status + "\n" + string(r.body) + "\n"
			for _, v := range volatile {
				got = v.pattern.ReplaceAllString(got, v.instead)
			}
			file := filepath.Join("testdata", "golden", c.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

// maus is an item that answers the custom field of the world.
func (w *world) maus(format string) M {
	return M{"name": "Maus", "description": "A survivor’s tale.", "collection_type_id": w.ids["collectionType"], "custom_fields": M{w.ids["customField"]: format}}
}
