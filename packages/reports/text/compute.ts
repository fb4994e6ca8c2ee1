import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { TextSettings } from './settings.ts';

export interface TextResult {
  /** As it was entered: the view sanitizes it, since that needs a document. */
  readonly html: string;
}

export default function computeText(_: Dataset, { html }: TextSettings): Computed<TextResult> {
  return { result: { html }, notes: [], definitions: [] };
}
