// ------------------------------------------------------------------------------- report: connects the parts of the page

// The fragment of the address contains the state: a program and a tab, then the query of the list.
//   #HASH/essl300?q=tex&stage=fragment
const viewKeys = ['q', 'stage', 'status', 'version', 'certainty', 'use', 'lacks', 'pair', 'sort', 'file'];

function viewOf(address) {
  const [path, question = ''] = address.replace(/^#/, '').split(/\?(.*)/s, 2);
  const [key = '', tab = ''] = path.split('/').map(decoded);
  const view = {key, tab};
  for (const [name, value] of new URLSearchParams(question)) if (viewKeys.includes(name)) view[name] = value;
  return view;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function linkTo(view, changes) {
  const next = {...view, ...changes};
  const question = new URLSearchParams();
  for (const name of viewKeys) if (next[name]) question.set(name, next[name]);
  const path = next.key ? encodeURIComponent(next.key) + (next.tab ? '/' + encodeURIComponent(next.tab) : '') : '';
  const tail = question.toString();
  return '#' + path + (tail ? '?' + tail : '');
}

class Report {
  constructor(data) {
    this.data = data;
    this.view = {};
    this.found = data.programs;
    this.rows = [];
    this.main = document.getElementById('main');
    this.list = new ProgramList(document.getElementById('list'), data, (program) => this.choose(program));
    this.search = document.getElementById('search');
    this.makeFilters();
    this.search.addEventListener('input', () => {
      this.browse(true);
      this.replace({q: this.search.value});
    });
    document.getElementById('browse').addEventListener('click', () => this.browse(!document.body.classList.contains('browsing')));
    addEventListener('hashchange', () => this.follow());
    addEventListener('keydown', (event) => this.key(event));
  }

  // ---------------------------------------------------------------------------------------------------------- filters

  makeFilters() {
    const {programs, targets, versions, statuses} = this.data;
    const known = certaintyNames.filter((name) => programs.some((program) => program.certainty === name));
    const lacked = targets.filter((target) => programs.some((program) => program.lacking.some((lack) => lack.target === target)));
    const choices = [
      ['stage', 'any stage', stageNames.map((name) => [name, name])],
      ['status', 'any status', statuses.map((name) => [name, statusLabels[name] || name])],
      ['version', 'any version', versions.map((version) => [String(version), `AGAL ${version}`])],
      ['certainty', 'any find', known.length > 1 ? known.map((name) => [name, name]) : []],
      ['use', 'any use', hasCapture(this.data) ? Object.keys(uses).map((name) => [name, uses[name].label]) : []],
      ['lacks', 'any target', lacked.map((target) => [target, `not in ${target}`])],
      ['pair', 'any pairing', [['yes', 'paired'], ['no', 'not paired']]],
      ['sort', hasCapture(this.data) ? 'drawn first' : 'by name', [...(hasCapture(this.data) ? [['name', 'by name']] : []), ['largest', 'largest first'], ['smallest', 'smallest first']]],
    ];
    this.selects = choices.filter(([, , options]) => options.length > 0).map(([name, all, options]) =>
      make('select', {name, 'aria-label': name, onchange: (event) => this.replace({[name]: event.target.value})},
        make('option', {value: ''}, all), options.map(([value, label]) => make('option', {value}, label))));
    document.getElementById('filters').replaceChildren(...this.selects);
  }

  showFilters() {
    if (this.search.value !== (this.view.q || '')) this.search.value = this.view.q || '';
    for (const select of this.selects) {
      select.value = this.view[select.name] || '';
      select.classList.toggle('set', select.value !== '');
    }
    const all = this.data.programs.length;
    const some = this.found.length;
    const inFile = this.view.file ? `, in ${this.view.file}` : '';
    const clear = make('a', {href: linkTo({key: this.view.key, tab: this.view.tab}, {})}, 'show all');
    const hasFiles = this.data.programs.some(({isFile}) => isFile);
    const found = some === 0 ? `Nothing matches${inFile}.` : `${formatNumber(some)} of ${plural(all, hasFiles ? 'program or file' : 'program', hasFiles ? 'programs and files' : 'programs')}${inFile}`;
    document.getElementById('matches').replaceChildren(some === all ? countOf(this.data.programs) : `${found} `, some === all ? '' : clear);
  }

  // ------------------------------------------------------------------------------------------------------- navigation

  // Shows or hides the list in a narrow window. There, the open list precedes the content.
  browse(isOn) {
    document.body.classList.toggle('browsing', isOn);
    document.getElementById('browse').setAttribute('aria-expanded', String(isOn));
    this.list.reveal();
  }

  choose(program) {
    this.browse(false);
    location.hash = linkTo(this.view, {key: program.key});
  }

  // Changes the address without a new entry in the browser's history, for typing.
  replace(changes) {
    history.replaceState(null, '', linkTo(this.view, changes));
    this.follow();
  }

  findRows() {
    this.found = find(this.data.programs, this.view);
    this.rows = foldVariants(this.found);
  }

  // Shows the state in the address.
  follow() {
    const before = this.view;
    this.view = viewOf(location.hash);
    const asked = viewKeys.some((name) => (before[name] || '') !== (this.view[name] || ''));
    if (asked || before.key === undefined) this.findRows();
    if (asked && this.found.length < this.data.programs.length) this.browse(true);
    const program = this.data.byKey.get(this.view.key);
    this.list.show(this.rows, program);
    this.showFilters();
    const link = linkTo(this.view, {key: '', tab: ''});
    document.getElementById('home').setAttribute('href', link);
    if (before.key !== this.view.key || before.tab !== this.view.tab) this.showMain(program, before.key !== this.view.key);
    else this.keepFilters();
  }

  // Adds the query of the list to links to programs and tabs. Links of the overview contain their own query.
  keepFilters() {
    for (const link of this.main.querySelectorAll('.program-page a[href^="#"]')) {
      const {key, tab} = viewOf(link.getAttribute('href'));
      link.setAttribute('href', linkTo(this.view, {key, tab}));
    }
  }

  async showMain(program, isOther) {
    const view = this.view;
    const parts = program !== undefined ? await programPage(program, this.data, view) :
      view.key ? [make('header', {}, make('h1', {}, 'Not in this report'), make('p', {}, view.key))] :
      isOther ? overviewPage(this.data) : null;
    // Another program may have been selected while this one was decompressed.
    if (view.key !== this.view.key || view.tab !== this.view.tab || parts === null) return;
    document.title = (program === undefined ? '' : program.label + ' · ') + this.data.about.title;
    this.main.replaceChildren(make(program === undefined ? 'div.page' : 'div.page.program-page', {}, parts));
    if (isOther) {
      this.main.scrollTop = 0;
      scrollTo(0, 0);
    }
    this.keepFilters();
  }

  // --------------------------------------------------------------------------------------------------------- keyboard

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === this.search;
    if (event.key === '/' && !typing) {
      event.preventDefault();
      this.search.focus();
      this.search.select();
    } else if (event.key === 'Escape') {
      if (typing && this.search.value !== '') this.replace({q: ''});
      else if (typing) this.search.blur();
      else location.hash = linkTo(this.view, {key: '', tab: ''});
      event.preventDefault();
    } else if (typing ? event.key === 'ArrowDown' || event.key === 'Enter' : !event.target.closest('select, input, .code, summary, .table[tabindex]')) {
      this.move(event, typing);
    }
  }

  move(event, typing) {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return this.turn(event.key === 'ArrowLeft' ? -1 : 1);
    if (typing) this.list.container.focus();
    const step = typing ? 0 : this.list.offsetOf(event.key);
    const reading = Math.abs(step) !== 1 && event.target.closest('main') !== null;
    if (reading || step === undefined || this.rows.length === 0) return;
    event.preventDefault();
    history.replaceState(null, '', linkTo(this.view, {key: this.list.itemAfter(step).program.key}));
    this.follow();
  }

  // Selects the tab next to the current one.
  turn(step) {
    const tabs = [...this.main.querySelectorAll('nav.tabs a')];
    const next = tabs[tabs.findIndex((tab) => tab.hasAttribute('aria-current')) + step];
    if (next !== undefined) {
      history.replaceState(null, '', next.getAttribute('href'));
      this.follow();
    }
  }
}

async function start() {
  if (typeof DecompressionStream === 'undefined')
    return noteProblem('This browser cannot unpack the report, because it does not support DecompressionStream.');
  const report = new Report(await readIndex());
  document.getElementById('title').textContent = report.data.about.title;
  report.follow();
  requestAnimationFrame(() => setTimeout(() => {
    document.documentElement.dataset.firstList = Math.round(performance.now());
  }));
  await wholeDocument;
  report.list.refresh();
}
start();
