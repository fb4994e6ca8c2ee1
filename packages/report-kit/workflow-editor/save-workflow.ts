import type { WorkflowDefinition } from '@tallyboard/core/flow/workflow-definition.ts';
import { createContext } from 'react';

/**
 * Saves a workflow in the shared settings, in place of `replaces` where it has that name. Resolves once reports can
 * choose it; rejects with a text for the reader.
 */
export type SaveWorkflow = (
  name: string,
  workflow: WorkflowDefinition,
  replaces: string | null,
) => Promise<void>;

/** Null for readers who may not change the shared settings. */
export const SaveWorkflowContext = createContext<SaveWorkflow | null>(null);
