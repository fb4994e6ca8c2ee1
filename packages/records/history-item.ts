/** Which field an item of a history is about. */

export interface HistoryItem {
  readonly field: string;
  /** 'custom' or 'jira'. */
  readonly fieldtype?: unknown;
  /** Jira Data Center sends none. */
  readonly fieldId?: string | null | undefined;
}

const CUSTOM_ID = /^customfield_/i;

/** Whether an item is about a custom field. Custom fields may have the names of system fields. */
export const isOfCustomField = ({ fieldtype, fieldId }: HistoryItem): boolean =>
  fieldtype === 'custom' || CUSTOM_ID.test(fieldId ?? '');

/** The system field that an item may be about, in lower case: the id where there is one, else the name. Null for a custom field. */
export const systemFieldOf = (item: HistoryItem): string | null =>
  isOfCustomField(item) ? null : (item.fieldId || item.field).toLowerCase();
