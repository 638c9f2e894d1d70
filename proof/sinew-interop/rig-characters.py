#!/usr/bin/env python3
"""Runs `sinew rig` over characters whose skeleton is known and compares the skeletons that it finds with theirs.
usage: rig-characters.py FOLDER JUDGE [--out DIR] [--only NAME,NAME] [--sinew COMMAND] [--evaluate] [-- RIG OPTIONS]
  FOLDER       skinned, animated .glb files; the liveliest clip of each is chosen by its name
  JUDGE        folder of jointeval.py and treeeval.py
  --out DIR    where the skeletons go (default: a temporary folder)
  --evaluate   measures the skeletons that DIR has already
Prints one line per character and the means. Needs numpy and scipy."""
import argparse, concurrent.futures, glob, json, os, shlex, struct, subprocess, sys, tempfile, time

LIVELY = ('gallop', 'run', 'fast', 'walk', 'swim')


def clips(path):
    with open(path, 'rb') as file:
        head = file.read(20)
        return [a.get('name', str(k)) for k, a in enumerate(json.loads(file.read(struct.unpack_from('<I', head, 12)[0])).get('animations', []))]


def liveliest(path):
    """the shortest name with the first of the lively words that any clip has, else the first clip"""
    names = clips(path)
    for word in LIVELY:
        fitting = [n for n in names if word in n.lower()]
        if fitting: return min(fitting, key=len)
    return names[0]


def measured(path, args, rest):
    name, clip = os.path.splitext(os.path.basename(path))[0], liveliest(path)
    found = os.path.join(args.out, name + '.glb'); seconds = 0
    if not args.evaluate:
        start = time.time()
        done = subprocess.run([*shlex.split(args.sinew), 'rig', path, '--clip', clip, '-o', found, '--quiet', *rest], capture_output=True, text=True)
        seconds = time.time() - start
        if done.returncode: return name, {'error': done.stderr.strip()}
    judge = lambda which: json.loads(subprocess.run([sys.executable, os.path.join(args.judge, which), path, clip, found], capture_output=True, text=True, check=True).stdout)
    return name, {**judge('jointeval.py'), **judge('treeeval.py'), 'seconds': seconds}


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument('folder'); p.add_argument('judge'); p.add_argument('--out'); p.add_argument('--only'); p.add_argument('--sinew', default='./sinew'); p.add_argument('--evaluate', action='store_true'); p.add_argument('--jobs', type=int, default=2)
    own = sys.argv[1:]; at = own.index('--') if '--' in own else len(own)
    args, rest = p.parse_args(own[:at]), own[at + 1:]
    args.out = args.out or tempfile.mkdtemp(); os.makedirs(args.out, exist_ok=True)
    paths = sorted(glob.glob(os.path.join(args.folder, '*.glb')))
    if args.only: paths = [q for q in paths if os.path.splitext(os.path.basename(q))[0] in args.only.split(',')]
    print('%-16s %5s %5s %6s %6s %6s %6s %6s %6s %5s %6s' % ('character', 'true', 'found', 'at 4%', 'at 2%', 'precis', 'median', 'links', 'fair', 'empty', 's'))
    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, r in pool.map(lambda q: measured(q, args, rest), paths):
            if 'error' in r: print('%-16s %s' % (name, r['error'])); continue
            rows.append(r)
            print('%-16s %5d %5d %6.2f %6.2f %6.2f %6.2f %6.2f %6.3f %5d %6.1f  %s' % (name, r['trueMoving'], r['found'], r['recall4%'], r['recall2%'], r['precision4%'], r['medianPercent'], r['right'], r['fair'], r['emptyInner'], r['seconds'], ' '.join(r['unfair'])), flush=True)
    mean = lambda k: sum(r[k] for r in rows) / max(1, len(rows))
    print('%-16s %5.1f %5.1f %6.3f %6.3f %6.3f %6.2f %6.3f %6.3f %5.2f %6.1f  trees all right (fair): %d of %d' % ('mean', *(mean(k) for k in ('trueMoving', 'found', 'recall4%', 'recall2%', 'precision4%', 'medianPercent', 'right', 'fair', 'emptyInner', 'seconds')), sum(r['fair'] == 1 for r in rows), len(rows)))


if __name__ == '__main__':
    main()
