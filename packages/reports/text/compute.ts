import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { TextSettings } from './settings.ts';

export interface TextResult {
  /** Not sanitized: the view does that, since it needs a DOM. */
  readonly html: string;
}

export default function computeText(_: Dataset, { html }: TextSettings): Computed<TextResult> {
  return { result: { html }, notes: [], definitions: [] };
}
