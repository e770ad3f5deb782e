// Draws the timeline on its canvas. Shapes of one colour go into one path, so that ten thousand leases stay fluent.

const MAP_HEIGHT = 34;
const AXIS_HEIGHT = 22;
const LANE_HEAD = 20;
const LANE_GAP = 6;

class TimelineDrawing {
  constructor(timeline) {
    this.t = timeline;
  }

  draw() {
    const { canvas, view } = this.t;
    const began = performance.now();
    const g = canvas.getContext('2d');
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (canvas.width !== Math.round(this.t.width * ratio)) canvas.width = Math.round(this.t.width * ratio);
    if (canvas.height !== Math.round(this.t.height * ratio)) canvas.height = Math.round(this.t.height * ratio);
    this.g = g;
    this.c = this.t.palette;
    this.scale = this.t.width / (view.to - view.from);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, this.t.width, this.t.height);
    g.font = '12px ui-sans-serif, system-ui, sans-serif';
    this.axis();
    g.save();
    g.beginPath();
    g.rect(0, MAP_HEIGHT + AXIS_HEIGHT, this.t.width, this.t.height - MAP_HEIGHT - AXIS_HEIGHT);
    g.clip();
    const shown = this.t.lanes.filter((lane) => this.top(lane) < this.t.height && this.top(lane) + lane.height > MAP_HEIGHT + AXIS_HEIGHT);
    shown.forEach((lane) => this.laneBack(lane));
    this.bars(shown);
    this.reads(shown);
    this.marks(shown);
    shown.forEach((lane) => this.laneHead(lane));
    g.restore();
    this.overview();
    return performance.now() - began;
  }

  x(ms) { return (ms - this.t.view.from) * this.scale; }

  top(lane) { return MAP_HEIGHT + AXIS_HEIGHT + lane.y - this.t.scrollY; }

  rowY(lane, row) { return this.top(lane) + LANE_HEAD + row * this.t.rowHeight; }

  axis() {
    const { g, c, t } = this;
    const step = timeStep(t.view.to - t.view.from, Math.max(2, t.width / 110));
    const first = Math.ceil((t.model.startMs + t.view.from) / step) * step - t.model.startMs;
    g.fillStyle = c.muted;
    g.strokeStyle = c.line;
    g.lineWidth = 1;
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.beginPath();
    for (let ms = first; ms <= t.view.to; ms += step) {
      const x = Math.round(this.x(ms)) + 0.5;
      g.moveTo(x, MAP_HEIGHT + AXIS_HEIGHT);
      g.lineTo(x, t.height);
      const label = tickLabel(t.model.startMs + ms, step);
      const half = g.measureText(label).width / 2;
      if (x - half >= 0 && x + half <= t.width) g.fillText(label, x, MAP_HEIGHT + AXIS_HEIGHT / 2 + 1);
    }
    g.stroke();
  }

  laneBack(lane) {
    const { g, c, t } = this;
    g.fillStyle = c.lane;
    g.fillRect(0, this.top(lane), t.width, lane.height);
    g.strokeStyle = c.restart;
    g.lineWidth = 1.5;
    for (const restart of lane.restarts) {
      const x = this.x(restart.x);
      if (x < -80 || x > t.width) continue;
      g.setLineDash([3, 3]);
      g.beginPath();
      g.moveTo(x, this.top(lane));
      g.lineTo(x, this.top(lane) + lane.height);
      g.stroke();
      g.setLineDash([]);
    }
  }

  laneHead(lane) {
    const { g, c, t } = this;
    g.textAlign = 'left';
    g.textBaseline = 'middle';
    const y = Math.max(this.top(lane), MAP_HEIGHT + AXIS_HEIGHT) + LANE_HEAD / 2;
    let free = -Infinity;
    for (const restart of lane.restarts) {
      const x = this.x(restart.x);
      if (x < -80 || x > t.width || x < free) continue;
      free = x + 44;
      g.fillStyle = c.restart;
      g.font = '11px ui-sans-serif, system-ui, sans-serif';
      g.fillText('restart', x + 4, this.top(lane) + LANE_HEAD / 2);
    }
    g.font = '600 12px ui-sans-serif, system-ui, sans-serif';
    const name = visible(lane.holder);
    const width = g.measureText(name).width;
    g.fillStyle = c.lane;
    g.fillRect(2, y - 8, width + 12, 16);
    g.fillStyle = c.ink;
    g.fillText(name, 8, y);
  }

  /** The bars by kind, those out of sight left out. */
  bars(lanes) {
    const { g, c, t } = this;
    const plain = new Path2D();
    const suspect = new Path2D();
    const promised = new Path2D();
    const ticks = new Path2D();
    const bands = new Path2D();
    const height = Math.max(1, t.rowHeight - (t.rowHeight > 5 ? 3 : 1));
    for (const lane of lanes) {
      lane.rows.forEach((row, index) => {
        const y = this.rowY(lane, index);
        if (y + t.rowHeight < MAP_HEIGHT + AXIS_HEIGHT || y > t.height) return;
        for (let i = firstShown(row, t.view.from); i < row.length && row[i].x0 <= t.view.to; i++) {
          const bar = row[i];
          const x0 = Math.max(-4, this.x(bar.x0));
          const x1 = Math.min(t.width + 4, this.x(bar.x1));
          (bar.suspect ? suspect : plain).rect(x0, y, Math.max(1, x1 - x0), height);
          if (!Number.isFinite(bar.deadline)) continue;
          const d = this.x(bar.deadline);
          if (d > x1 + 1) promised.rect(Math.max(-4, x1), y + height / 2 - 0.5, Math.min(t.width + 4, d) - Math.max(-4, x1), 1);
          if (d > -4 && d < t.width + 4 && t.rowHeight > 5) ticks.rect(d - 0.75, y - 1, 1.5, height + 2);
          const band = bar.band * this.scale;
          if (band > 0.75) bands.rect(d - band, y - 1, 2 * band, height + 2);
        }
      });
    }
    g.fillStyle = c.promised;
    g.fill(promised);
    g.fillStyle = c.lease;
    g.fill(plain);
    g.fillStyle = c.suspect;
    g.fill(suspect);
    g.fillStyle = c.band;
    g.fill(bands);
    g.fillStyle = c.deadline;
    g.fill(ticks);
  }

  /** Reads that went well are small dots, those that did not happen small crosses. */
  reads(lanes) {
    const { g, c, t } = this;
    if (t.rowHeight < 4) return;
    const lines = new Path2D();
    const dots = new Path2D();
    const crosses = new Path2D();
    const size = Math.min(3, t.rowHeight / 3);
    for (const lane of lanes) {
      lane.rows.forEach((row, index) => {
        const y = this.rowY(lane, index) + (t.rowHeight - 2) / 2;
        if (y < MAP_HEIGHT || y > t.height + 10) return;
        for (let i = firstShown(row, t.view.from); i < row.length && row[i].x0 <= t.view.to; i++) {
          for (const read of row[i].reads) {
            if (read.violation) continue;
            const x = this.x(read.x1);
            if (x < -4 || x > t.width + 4) continue;
            if (read.read.status === 'COMPLETED') {
              const from = this.x(read.x0);
              if (x - from > 3) { lines.rect(from, y - 0.75, x - from, 1.5); }
              dots.moveTo(x + size, y);
              dots.arc(x, y, size, 0, 7);
            } else {
              crosses.moveTo(x - size, y - size);
              crosses.lineTo(x + size, y + size);
              crosses.moveTo(x + size, y - size);
              crosses.lineTo(x - size, y + size);
            }
          }
        }
      });
    }
    g.fillStyle = c.clean;
    g.fill(lines);
    g.fill(dots);
    g.strokeStyle = c.muted;
    g.lineWidth = 1.25;
    g.stroke(crosses);
  }

  marks(lanes) {
    const { g, c, t } = this;
    const late = new Path2D();
    const certain = new Path2D();
    const possible = new Path2D();
    for (const lane of lanes) {
      for (const markOf of lane.marks) {
        const x = this.x(markOf.x1);
        const y = this.rowY(lane, markOf.row) + (t.rowHeight - 2) / 2;
        if (y < MAP_HEIGHT || y > t.height + 10) continue;
        if (markOf.bar) {
          const from = Math.max(-4, this.x(Math.min(markOf.bar.x1, markOf.x1)));
          const to = Math.min(t.width + 4, x);
          if (to > from) late.rect(from, y - 1, to - from, 2);
        }
        if (x < -10 || x > t.width + 10) continue;
        const size = markOf.violation === t.selected ? 8 : 6;
        diamond(markOf.violation.certainty === 'CERTAIN' ? certain : possible, x, y, size);
      }
    }
    g.fillStyle = c.late;
    g.fill(late);
    g.lineWidth = 3;
    g.strokeStyle = c.card;
    g.stroke(certain);
    g.stroke(possible);
    g.fillStyle = c.card;
    g.fill(possible);
    g.fillStyle = c.certain;
    g.fill(certain);
    g.lineWidth = 2;
    g.strokeStyle = c.possible;
    g.stroke(possible);
    this.ring(lanes);
  }

  ring(lanes) {
    const { g, c, t } = this;
    for (const lane of lanes) {
      for (const markOf of lane.marks) {
        if (markOf.violation !== t.selected) continue;
        g.strokeStyle = c.ink;
        g.lineWidth = 2;
        g.beginPath();
        g.arc(this.x(markOf.x1), this.rowY(lane, markOf.row) + (t.rowHeight - 2) / 2, 12, 0, 7);
        g.stroke();
      }
    }
  }

  /** The whole time at the top: where violations are, and what part of it is shown below. */
  overview() {
    const { g, c, t } = this;
    const whole = t.model.endMs - t.model.startMs;
    g.fillStyle = c.lane;
    g.fillRect(0, 0, t.width, MAP_HEIGHT - 4);
    const bins = t.bins(Math.max(20, Math.floor(t.width / 4)));
    const most = Math.max(1, ...bins.map((bin) => bin.certain + bin.possible));
    const wide = t.width / bins.length;
    bins.forEach((bin, i) => {
      const room = MAP_HEIGHT - 8;
      const sure = bin.certain ? Math.max(3, room * bin.certain / most) : 0;
      const maybe = bin.possible ? Math.max(3, room * bin.possible / most) : 0;
      g.fillStyle = c.certain;
      g.fillRect(i * wide, MAP_HEIGHT - 4 - sure, Math.max(1.5, wide - 1), sure);
      g.fillStyle = c.possible;
      g.fillRect(i * wide, MAP_HEIGHT - 4 - sure - maybe, Math.max(1.5, wide - 1), maybe);
    });
    const from = Math.max(0, t.view.from / whole * t.width);
    const to = Math.min(t.width, t.view.to / whole * t.width);
    g.fillStyle = c.shade;
    g.fillRect(0, 0, from, MAP_HEIGHT - 4);
    g.fillRect(to, 0, t.width - to, MAP_HEIGHT - 4);
    g.strokeStyle = c.accent;
    g.lineWidth = 1.5;
    g.strokeRect(from + 0.75, 0.75, Math.max(4, to - from - 1.5), MAP_HEIGHT - 5.5);
  }
}

function diamond(path, x, y, size) {
  path.moveTo(x, y - size);
  path.lineTo(x + size, y);
  path.lineTo(x, y + size);
  path.lineTo(x - size, y);
  path.closePath();
}

/** The first lease of a row that is not over before the view begins; the leases of a row do not overlap. */
function firstShown(row, from) {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle].last < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
