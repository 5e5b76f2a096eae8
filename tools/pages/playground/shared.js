// Exports functions of the report's page. Its scripts are not modules: index.html loads them before all modules.
export const {
  VirtualList, make, copyButton, moreButton, plural, addTabKeys, markTab, splitAtBytes, codeBox, highlightLine, scannerOf, diagnosticBox, interfaceOf, tableOf,
  noteProblem, linkShaders, makeSampler, repeatsAlong,
} = globalThis;
