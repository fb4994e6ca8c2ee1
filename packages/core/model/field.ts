import type { FieldId } from './ids.ts';

/** A field of the host's field list. */
export interface Field {
  readonly id: FieldId;
  readonly name: string;
  readonly custom: boolean;
  /** schema.type, e.g. 'number', 'array', 'sd-servicelevelagreement'; null without a schema. */
  readonly type: string | null;
  readonly items: string | null;
  /** schema.custom, which identifies special fields. */
  readonly customType: string | null;
}

/** The special fields of a site, found by their schema. */
export interface SpecialFields {
  /** 'Story Points' of company-managed projects. */
  readonly storyPoints: readonly FieldId[];
  /** 'Story point estimate' of team-managed projects. */
  readonly storyPointEstimate: readonly FieldId[];
  readonly sprint: readonly FieldId[];
  readonly epicLink: readonly FieldId[];
  /** 'Parent Link' of Advanced Roadmaps: what is above an epic on Data Center. */
  readonly parentLink?: readonly FieldId[];
  readonly epicName: readonly FieldId[];
  readonly team: readonly FieldId[];
  readonly flagged: readonly FieldId[];
  /** SLA fields of service projects, e.g. 'Time to resolution'. */
  readonly sla: readonly FieldId[];
  readonly requestType?: readonly FieldId[];
  readonly organizations?: readonly FieldId[];
  readonly satisfaction?: readonly FieldId[];
}
