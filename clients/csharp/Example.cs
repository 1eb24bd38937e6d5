// usage: example.exe ADDRESS PORT MANOEUVRE.csv [FRAMES-A-SECOND]

using System;
using System.Globalization;
using System.IO;
using System.Linq;
using Hexad;

static class Example
{
    static int Main(string[] args)
    {
        double rate = args.Length > 3 ? double.Parse(args[3], CultureInfo.InvariantCulture) : 100;
        using (var platform = new Darren(args[0], int.Parse(args[1]), 0, rate))
        {
            // Connect: optional, but it says whether somebody else is there.
            if (!platform.Connect()) return 1;
            Say("connected");

            // Bring up: run does what is missing, it zeroes and rises.
            platform.Command(DarrenWord.Run);
            platform.WaitFor(DarrenState.Running, 90);
            Say("running");

            // Follow a sine: 3 degrees of pitch every two seconds, swelling over the first. Row i is due at i * 0.01 s.
            double least = 0, most = 0;
            for (int i = 0; i < 300; ++i)
            {
                double t = i * 0.01;
                platform.Target(new Pose { Pitch = Math.Min(1, t) * 3 * Math.Sin(Math.PI * t) });
                platform.Tick();
                least = Math.Min(least, platform.Status.Pose.Pitch);
                most = Math.Max(most, platform.Status.Pose.Pitch);
            }
            Say("followed a sine: pitch {0:F1} to {1:F1}", least, most);

            // Go somewhere, and see from the status when it is there.
            var goal = new Pose { Pitch = 4, Roll = -2, Yaw = 1, Sway = 5, Surge = -8, Heave = 20 };
            platform.Target(goal);
            while (platform.Status.Pose.Distance(goal) > 0.2) platform.Tick();
            for (int i = 0; i < 100; ++i) platform.Tick();
            Say("there");

            // Cue a manoeuvre: what a vehicle does, 100 rows a second.
            least = 0;
            foreach (string line in File.ReadLines(args[2]).Where(l => char.IsDigit(l[0])).Skip(200).Take(500))
            {
                double[] v = line.Split(',').Select(word => double.Parse(word, CultureInfo.InvariantCulture)).ToArray();
                platform.Cue(new VehicleMotion { PitchRate = v[1], RollRate = v[2], YawRate = v[3],
                                                 Sway = v[4], Surge = v[5], Heave = v[6] });
                platform.Tick();
                least = Math.Min(least, platform.Status.Pose.Pitch);
            }
            Say("cued: pitch down to {0:F1}", least);

            // Read faults: state, code in words, and which legs.
            platform.NoValues();
            Say("waiting for a fault");
            while (platform.Status.State != DarrenState.Fault) platform.Tick();
            int leg = Array.FindIndex(platform.Status.DriveErrors, code => code != 0) + 1;
            Say("fault {0} ({1}), leg {2}", platform.Status.Error, HardwareCodes.Words(platform.Status.Error), leg);
            platform.Command(DarrenWord.Reset);
            while (platform.Status.State == DarrenState.Fault) platform.Tick();
            Say("reset");

            // Stop: after a fault it must be zeroed again, which neutral does; then down to the bottom, and leave.
            platform.Command(DarrenWord.Neutral);
            platform.WaitFor(DarrenState.Neutral, 90);
            platform.Command(DarrenWord.Descend);
            platform.WaitFor(DarrenState.Origin, 90);
            platform.Disconnect();
            Say("stopped");
        }
        return 0;
    }

    static void Say(string text, params object[] facts)
    {
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, text, facts));
        Console.Out.Flush();
    }
}
