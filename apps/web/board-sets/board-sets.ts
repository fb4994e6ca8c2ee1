/** All of board sets that pages load on demand, in one file of the build. */
export { resolveStored } from '@tallyboard/engine/board-sets/resolve-board-set.ts';
export { presetOfBoardSet } from '../filter/board-set-query.ts';
export { default as BoardPicker } from '../reports-page/board-picker.tsx';
export { default as EmptyAdvice } from '../reports-page/empty-advice.tsx';
export { loadFlatBoardSets } from './board-set-store.ts';
export { default as BoardSetsDialog } from './board-sets-dialog.tsx';
export { notesOfCopy } from './copy-notes.ts';
