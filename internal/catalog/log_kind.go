package catalog

import "slices"

// LogKind is a group of actions that the log can be filtered by.
type LogKind struct {
	Name    string
	Actions []Action
}

// LogKinds group the actions by subject.
var LogKinds = []LogKind{
	{"collection", []Action{
		CollectionCreated, CollectionUpdated, CollectionDeleted, CategoryCreated, CategoryUpdated, CategoryDeleted, SetCreated, SetUpdated, SetDeleted,
		SeriesCreated, SeriesUpdated, SeriesDeleted, TagCreated, TagUpdated, TagDeleted, TagMerged, ShareLinkCreated, ShareLinkDeleted,
		ImportApplied, ImportStopped, ImportReverted, ProposalCreated, ProposalRefused, ProposalDeleted, ExportCreated, ExportDownloaded, ExportDeleted,
	}},
	{"type", []Action{
		CollectionTypeCreated, CollectionTypeUpdated, CollectionTypeDeleted, CollectionTypeImported, CollectionTypeCollectionsUpdated,
		CustomFieldGroupCreated, CustomFieldGroupUpdated, CustomFieldGroupDeleted, CustomFieldGroupMoved, CustomFieldCreated, CustomFieldUpdated,
		CustomFieldDeleted, CustomFieldMoved,
	}},
	{"item", []Action{
		ItemCreated, ItemUpdated, ItemDeleted, ItemMoved, ItemConditionCreated, ItemConditionUpdated, ItemConditionDeleted, ItemConditionMoved,
		ItemPhotoCreated, ItemPhotoUpdated, ItemPhotoDeleted, ItemPhotoMoved, ItemPhotoMainSet, ItemTagAttached, ItemTagDetached,
	}},
	{"copy", []Action{
		CopyCreated, CopyUpdated, CopyDeleted, DocumentCreated, DocumentUpdated, DocumentDeleted, ValuationCreated, ValuationUpdated,
		ValuationDeleted, TransactionCreated, TransactionUpdated, TransactionDeleted, CopyMoved, LocationHistoryCreated, LocationHistoryUpdated,
		LocationHistoryDeleted, LoanCreated, LoanUpdated, LoanDeleted, LoanReturned, MaintenanceRecordCreated, MaintenanceRecordUpdated,
		MaintenanceRecordDeleted, ProvenanceEventCreated, ProvenanceEventUpdated, ProvenanceEventDeleted,
	}},
	{"location", []Action{LocationCreated, LocationUpdated, LocationDeleted}},
	{"insurance", []Action{InsuranceRecordCreated, InsuranceRecordUpdated, InsuranceRecordDeleted, PolicyCreated, PolicyUpdated, PolicyDeleted}},
	{"trash", []Action{TrashRestored, TrashedObjectDeleted, TrashEmptied}},
	{"account", []Action{
		AccountCreated, AccountUpdated, ViewCreated, ViewUpdated, ViewDeleted, UserUpdated, RemindersUpdated, MemberCreated, MemberUpdated, MemberRemoved, InvitationCreated, InvitationDeleted,
		InvitationAccepted,
	}},
	{"security", []Action{
		LoggedIn, LoggedOut, EmailConfirmed, EmailRestored, PasswordUpdated, PasswordReset, TwoFactorEnabled, TwoFactorDisabled, TwoFactorResealed,
		RecoveryCodesRenewed, APIKeyCreated, APIKeyDeleted, TokensRevoked, CalendarCreated, CalendarDeleted,
		MemberSuspended, MemberResumed, AccountSuspended, AccountResumed, QuotaUpdated, KeyLimitUpdated,
	}},
}

// Actions are all actions of the log.
func Actions() (all []Action) {
	for _, k := range LogKinds {
		all = append(all, k.Actions...)
	}
	return all
}

// ActionsOf are those of a kind; nil if there is no such kind.
func ActionsOf(kind string) []Action {
	if i := slices.IndexFunc(LogKinds, func(k LogKind) bool { return k.Name == kind }); i >= 0 {
		return LogKinds[i].Actions
	}
	return nil
}
