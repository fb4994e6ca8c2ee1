import type { FieldId } from './ids.ts';

/** A field that the host has, as its field list describes it. */
export interface Field {
  readonly id: FieldId;
  readonly name: string;
  readonly custom: boolean;
  /** schema.type, e.g. 'number', 'string', 'array', 'option', 'sd-servicelevelagreement'; null when it has no schema. */
  readonly type: string | null;
  readonly items: string | null;
  /** schema.custom, the type key by which special fields are known. */
  readonly customType: string | null;
}

/** The special fields of a site, found by schema and never by a fixed id. Lists are empty when there is none. */
export interface SpecialFields {
  /** 'Story Points' of company-managed projects. */
  readonly storyPoints: readonly FieldId[];
  /** 'Story point estimate' of team-managed projects. */
  readonly storyPointEstimate: readonly FieldId[];
  readonly sprint: readonly FieldId[];
  readonly epicLink: readonly FieldId[];
  readonly epicName: readonly FieldId[];
  readonly team: readonly FieldId[];
  readonly flagged: readonly FieldId[];
  /** SLA fields of service projects, e.g. 'Time to resolution'. */
  readonly sla: readonly FieldId[];
}
