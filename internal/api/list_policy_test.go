package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A list says, if asked, which policies name a copy, and what they and its records cover of its value.
func TestListsSayWhatPoliciesCover(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	coins, held := insuredShelf(t, u, "Coins", 1000, 700, 300)
	insuredShelf(t, u, "Stamps", 50)
	u.Make(t, "/api/copies/"+held[0]+"/insurance-records", M{"provider": "Hiscox", "insured_value": 400})
	u.Make(t, "/api/policies", M{"name": "Household; garden", "provider": "Axa", "insured_value": 800, "collection_ids": []string{coins}})
	u.Make(t, "/api/policies", M{"name": "Extra", "provider": "Axa", "insured_value": 100, "copy_ids": []string{held[0], held[2]}})
	u.Make(t, "/api/policies", M{"name": "Old", "provider": "Axa", "insured_value": 100, "status": "expired", "collection_ids": []string{coins}})
	for path, want := range map[string]string{
		"/api/copies/export?sort=value&value_currency_code=EUR&": `[[policies covered_value value] [ "" 0.50] [Extra; Household\; garden 1.00 3.00] [Household\; garden 2.00 7.00] [Extra; Household\; garden 10.00 10.00]]`,
		"/api/collections/" + coins + "/export?":                 `[Household\; garden 2.00 7.00]`,
	} {
		got := fmt.Sprint(lines(t, u.Send(t, "GET", path+"columns=policies,covered_value,value", nil).Want(t, http.StatusOK)))
		if want = strings.ReplaceAll(want, `""`, ``); !strings.Contains(got, want) {
			t.Errorf("%s has %s, want %s", path, got, want)
		}
	}
	for _, format := range []string{"xlsx", "json"} {
		u.Send(t, "GET", "/api/copies/export?format="+format+"&columns=policies,covered_value", nil).Want(t, http.StatusOK)
	}
	u.Send(t, "GET", "/api/items/export?columns=policies", nil).Want(t, http.StatusUnprocessableEntity)
}
